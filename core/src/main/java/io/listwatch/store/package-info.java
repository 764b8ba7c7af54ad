/**
 * What reflectors fill and readers read: queues of changes, and collections of objects whose every
 * state is a snapshot.
 *
 * <p>Start at {@link IndexedStore}, which an informer fills with what it takes from its {@link
 * InformerQueue}. {@link SortedTable} is the immutable map that every snapshot is made of; {@link
 * UndeltaStore} is for those who want neither queue nor deltas.
 */
@NullMarked
package io.listwatch.store;

import org.jspecify.annotations.NullMarked;
