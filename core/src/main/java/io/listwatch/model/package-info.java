/**
 * The types of list-watch: objects, lists, events, versions, options and failures.
 *
 * <p>Start at {@link Resource}: an object is its JSON bytes and a small header. {@link WatchEvent}
 * is one change in the history of a collection. {@link ResourceReader} reads all of these from
 * bytes.
 */
@NullMarked
package io.listwatch.model;

import org.jspecify.annotations.NullMarked;
