/**
 * What is known about the shape of objects, and how they are spelled.
 *
 * <p>Start at {@link Schema}, which patches, ownership and validation ask; {@link BuiltInTypes}
 * knows the kinds that are built in. {@link BuiltInForm} and {@link SortedForm} spell objects so
 * that equal ones have equal bytes. {@link JsonTrees} reads what clients send.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonTrees;
import org.jspecify.annotations.NullMarked;
