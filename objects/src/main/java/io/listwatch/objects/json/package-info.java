/**
 * Internal. JSON trees: the form of an object while it is processed, from the request body to the
 * stored bytes.
 *
 * <p>Start at {@link io.listwatch.objects.json.JsonTrees}, which parses and writes them. A {@link
 * io.listwatch.objects.json.JsonValue} is read-only; {@link io.listwatch.objects.json.JsonObject}
 * and {@link io.listwatch.objects.json.JsonArray} can be changed. Strings and numbers stay unparsed
 * bytes until their value is needed.
 */
@NullMarked
package io.listwatch.objects.json;

import org.jspecify.annotations.NullMarked;
