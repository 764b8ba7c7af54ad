/**
 * Threads that stand by for one sort of work.
 *
 * <p>Start at {@link io.listwatch.server.thread.NamedThreads}. Those that run one loop for as long
 * as their owner lives are made where the loop is.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.thread;

import org.jspecify.annotations.NullMarked;
