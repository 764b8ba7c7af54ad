/**
 * Tests of the program as a process, driven by third-party tools.
 *
 * <p>Start at {@link Program}.
 */
@NullMarked
package io.listwatch.testing.program;

import org.jspecify.annotations.NullMarked;
