/**
 * The logging of the program, to standard error.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.cli.log;

import org.jspecify.annotations.NullMarked;
