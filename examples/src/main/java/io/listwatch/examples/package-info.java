/**
 * Programs to learn list-watch from, each of one idea and with a page beside this module's sources.
 *
 * <p>Start at {@link Examples}, which knows them by name; each plays on a {@link Stage}.
 */
@NullMarked
package io.listwatch.examples;

import org.jspecify.annotations.NullMarked;
