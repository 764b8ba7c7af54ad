package io.listwatch.informer;

import io.listwatch.reflector.Reflector;
import io.listwatch.store.InformerQueue;
import org.jspecify.annotations.Nullable;

/**
 * One collection that fills an informer: a reflector, and the queue that it writes into.
 *
 * @param name what logs, metrics and its thread call it
 * @param namespace null if there is no other feed
 * @param kept what outlives it
 */
record Feed(
    String name,
    @Nullable String namespace,
    InformerQueue queue,
    Reflector reflector,
    StoreKeeper.KeptStore kept) {}
