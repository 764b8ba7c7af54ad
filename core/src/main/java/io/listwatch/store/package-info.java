/**
 * The queues and stores of informers: queues of deltas, and object stores whose every state is an
 * immutable snapshot.
 *
 * <p>Start at {@link IndexedStore}, which an informer fills from its {@link InformerQueue}. {@link
 * SortedTable} is the immutable map behind every snapshot; {@link UndeltaStore} is for consumers
 * that need neither a queue nor deltas.
 */
@NullMarked
package io.listwatch.store;

import org.jspecify.annotations.NullMarked;
