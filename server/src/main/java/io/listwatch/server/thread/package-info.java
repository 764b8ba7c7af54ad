/**
 * Thread pools, each for one kind of work.
 *
 * <p>Start at {@link io.listwatch.server.thread.NamedThreads}. A thread that runs one loop for the
 * lifetime of its owner is created by that owner instead.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.thread;

import org.jspecify.annotations.NullMarked;
