/**
 * The built-in kinds: their resources, traits and defaults; {@code validation} has their rules.
 * Field types are in {@code objects.schema}. {@code server.registry} decides when defaults and
 * rules apply.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.kinds;

import org.jspecify.annotations.NullMarked;
