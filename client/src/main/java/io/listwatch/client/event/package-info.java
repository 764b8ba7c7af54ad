/**
 * Events: what a program has to say about objects, for whoever looks at those.
 *
 * <p>Start at {@link EventRecorder}. What is said again and again becomes one event with a count,
 * what is said in too many words becomes one of its kind, and who says too much is not heard for a
 * while.
 */
@NullMarked
package io.listwatch.client.event;

import org.jspecify.annotations.NullMarked;
