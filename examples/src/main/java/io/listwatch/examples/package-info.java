/**
 * Programs to learn list-watch from, each with one idea and its own page.
 *
 * <p>Start at {@link Examples}, which lists them by name. Each runs on a {@link Stage}.
 */
@NullMarked
package io.listwatch.examples;

import org.jspecify.annotations.NullMarked;
