/**
 * Reads and edits JSON as bytes, without decoding it into trees.
 *
 * <p>Start at {@link JsonCursor}, which reads a document front to back. {@link JsonPath} finds the
 * values at a path.
 */
@NullMarked
package io.listwatch.json;

import org.jspecify.annotations.NullMarked;
