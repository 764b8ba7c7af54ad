/**
 * The metadata of objects that are written: access, generated fields and validation.
 *
 * <p>Start at {@link io.listwatch.objects.metadata.Metadata}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.metadata;

import org.jspecify.annotations.NullMarked;
