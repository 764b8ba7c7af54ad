/** The program: its commands and what they assemble. */
@NullMarked
package io.listwatch.cli;

import org.jspecify.annotations.NullMarked;
