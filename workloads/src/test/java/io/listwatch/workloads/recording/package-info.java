/**
 * Compares the controllers with kube-controller-manager: the same scripts run on both, and after
 * each step the objects are equal.
 *
 * <p>Start at {@link RecordingsTest}.
 */
@NullMarked
package io.listwatch.workloads.recording;

import org.jspecify.annotations.NullMarked;
