/**
 * What the program says while it runs: a line on the standard error stream for each event.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.cli.log;

import org.jspecify.annotations.NullMarked;
