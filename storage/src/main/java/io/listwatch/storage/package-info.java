/**
 * The storage interface, which knows only bytes and revisions, and the engine that keeps everything
 * in memory.
 *
 * <p>Start at {@link Storage}. {@link MemoryStorage} is its smallest implementation.
 */
@NullMarked
package io.listwatch.storage;

import org.jspecify.annotations.NullMarked;
