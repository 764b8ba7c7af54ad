/**
 * Work that waits for a worker: each item at most once, never with two workers, later if asked.
 *
 * <p>Start at {@link WorkQueue}. How long a failed item waits for its next try is a {@link
 * RateLimiter}'s to say.
 */
@NullMarked
package io.listwatch.workqueue;

import org.jspecify.annotations.NullMarked;
