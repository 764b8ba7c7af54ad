/**
 * Internal. JSON as trees: the form that an object has while it is written, from the body of a
 * request to the bytes that are stored.
 *
 * <p>Start at {@link io.listwatch.objects.json.JsonTrees}, which reads and writes them. A {@link
 * io.listwatch.objects.json.JsonValue} is read by anyone; {@link
 * io.listwatch.objects.json.JsonObject} and {@link io.listwatch.objects.json.JsonArray} can be
 * changed. Strings and numbers stay the bytes they were read from until a caller asks for their
 * value.
 */
@NullMarked
package io.listwatch.objects.json;

import org.jspecify.annotations.NullMarked;
