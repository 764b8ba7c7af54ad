/**
 * How objects change: patches, and who owns which field of the result.
 *
 * <p>Start at {@link JsonPatch}, {@link MergePatch} and {@link StrategicMergePatch}, which are
 * functions from an object and a text to an object, and at {@link ManagedFields}, which keeps the
 * book of owners in {@link FieldSet}s. An apply is {@link ServerSideApply}: it reads from top to
 * bottom.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.apply;

import org.jspecify.annotations.NullMarked;
