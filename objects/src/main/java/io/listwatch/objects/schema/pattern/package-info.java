/**
 * Regular expressions that clients send, in Go's syntax, within limits that protect the heap and
 * the stack.
 *
 * <p>Start at {@link GoPattern}, the only class that compiles a client's pattern. {@link
 * PatternBudget} limits all patterns of a definition together.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.schema.pattern;

import org.jspecify.annotations.NullMarked;
