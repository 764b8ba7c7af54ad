/**
 * Regular expressions of clients, as Go reads them, within limits that keep them from exhausting
 * the heap or the stack.
 *
 * <p>Start at {@link GoPattern}, the only place that compiles a pattern that a client sent.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.schema.pattern;

import org.jspecify.annotations.NullMarked;
