/**
 * API Priority and Fairness without HTTP: classifies requests by FlowSchemas, queues them fairly in
 * their priority levels, and moves seats between the levels. Time comes from the caller's timers.
 * Internal.
 *
 * <p>Start at {@link FlowControl}; {@link QueueSet} has the algorithm.
 */
@NullMarked
package io.listwatch.server.fairness;

import org.jspecify.annotations.NullMarked;
