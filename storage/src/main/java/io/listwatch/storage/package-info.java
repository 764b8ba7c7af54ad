/**
 * Bytes and revisions, nothing else: the contract of what keeps the objects, and the engine that
 * keeps them in memory.
 *
 * <p>Start at {@link Storage}. {@link MemoryStorage} is the smallest thing that fulfils it.
 */
@NullMarked
package io.listwatch.storage;

import org.jspecify.annotations.NullMarked;
