/**
 * The history of pod templates, which StatefulSets and DaemonSets keep as ControllerRevisions.
 * Internal.
 *
 * <p>Start at {@link RevisionHistory}.
 */
@NullMarked
package io.listwatch.workloads.history;

import org.jspecify.annotations.NullMarked;
