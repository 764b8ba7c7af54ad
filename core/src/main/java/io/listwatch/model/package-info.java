/**
 * The words of list-watch: objects, lists, events, versions, options and failures.
 *
 * <p>Start at {@link Resource}: an object is its JSON bytes and a small header. {@link WatchEvent}
 * is one step in the history of a collection of them. {@link ResourceReader} is where bytes become
 * any of these.
 */
@NullMarked
package io.listwatch.model;

import org.jspecify.annotations.NullMarked;
