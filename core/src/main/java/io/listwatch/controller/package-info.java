/**
 * Controllers that reconcile objects seen by informers, and leader election among their replicas.
 *
 * <p>Start at {@link Controller}, which combines informers, a work queue, workers and a {@link
 * Reconciler}. {@link LeaderElector} makes sure that only one of several replicas acts.
 */
@NullMarked
package io.listwatch.controller;

import org.jspecify.annotations.NullMarked;
