/**
 * Work queues with client-go's semantics: each item is queued at most once, is never processed by
 * two workers at a time, and can be delayed.
 *
 * <p>Start at {@link WorkQueue}. A {@link RateLimiter} decides how long a failed item waits before
 * its next try.
 */
@NullMarked
package io.listwatch.workqueue;

import org.jspecify.annotations.NullMarked;
