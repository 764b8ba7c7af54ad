/**
 * What is particular about each built-in kind: what stands for what a sender left out, and what is
 * wrong with an object or a change of one. Facts about fields are in {@code objects.schema}; when
 * things are asked is decided by {@code server.registry}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.kinds;

import org.jspecify.annotations.NullMarked;
