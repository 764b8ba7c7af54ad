/**
 * What reflectors fill and readers read: collections of objects whose every state is a snapshot.
 *
 * <p>Start at {@link SortedTable}, the immutable sorted map that such a state is made of.
 */
@NullMarked
package io.listwatch.store;

import org.jspecify.annotations.NullMarked;
