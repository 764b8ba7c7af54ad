/**
 * Types and canonical forms of objects.
 *
 * <p>Start at {@link Schema}, which patches, field ownership and validation use; {@link
 * BuiltInTypes} has the types of the built-in kinds. {@link BuiltInForm} and {@link SortedForm}
 * write canonical JSON, so that equal objects have equal bytes. {@link JsonTrees} parses what
 * clients send.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonTrees;
import org.jspecify.annotations.NullMarked;
