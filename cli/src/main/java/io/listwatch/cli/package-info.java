/**
 * The program {@code listwatch}: its commands and their options.
 *
 * <p>Start at {@link Listwatch}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.cli;

import org.jspecify.annotations.NullMarked;
