/**
 * The program: its commands and what they assemble.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.cli;

import org.jspecify.annotations.NullMarked;
