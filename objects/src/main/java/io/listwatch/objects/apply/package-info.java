/**
 * Changes of objects: patches, and field ownership.
 *
 * <p>Start at {@link JsonPatch}, {@link MergePatch} and {@link StrategicMergePatch}, which are
 * functions from an object and a patch to an object, and at {@link ManagedFields}, which records
 * ownership in {@link FieldSet}s. {@link ServerSideApply} is one apply, readable from top to
 * bottom.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.apply;

import org.jspecify.annotations.NullMarked;
