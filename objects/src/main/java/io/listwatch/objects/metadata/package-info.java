/**
 * The metadata of objects that are written: what it says, what the server puts there, and what may
 * be wrong with it.
 *
 * <p>Start at {@link io.listwatch.objects.metadata.Metadata}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.metadata;

import org.jspecify.annotations.NullMarked;
