/**
 * Records Kubernetes events about objects.
 *
 * <p>Start at {@link EventRecorder}. Repeated events become one event with a count, similar ones
 * with many different messages are combined, and a source that records too many is limited for a
 * while.
 */
@NullMarked
package io.listwatch.client.event;

import org.jspecify.annotations.NullMarked;
