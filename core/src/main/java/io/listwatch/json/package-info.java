/**
 * JSON as bytes: checked, walked and cut without being decoded.
 *
 * <p>Start at {@link JsonCursor}, which reads a document front to back. {@link JsonPath} names a
 * place in a document and finds it.
 */
@NullMarked
package io.listwatch.json;

import org.jspecify.annotations.NullMarked;
