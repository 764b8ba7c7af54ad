package io.listwatch.informer;

import io.listwatch.reflector.Reflector;
import io.listwatch.store.InformerQueue;
import org.jspecify.annotations.Nullable;

/**
 * One collection that fills an informer: a reflector, and the queue that it writes to.
 *
 * @param name for logs, metrics and its thread
 * @param namespace null if this is the only feed
 * @param kept the store kept for the next run
 */
record Feed(
    String name,
    @Nullable String namespace,
    InformerQueue queue,
    Reflector reflector,
    StoreKeeper.KeptStore kept) {}
