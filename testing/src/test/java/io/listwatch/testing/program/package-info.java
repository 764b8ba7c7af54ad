/**
 * The program as a process, driven by tools that others wrote.
 *
 * <p>Start at {@link Program}.
 */
@NullMarked
package io.listwatch.testing.program;

import org.jspecify.annotations.NullMarked;
