/**
 * What acts on what informers know: reconcile loops, and the election of who may run them.
 *
 * <p>Start at {@link Controller}: informers, a work queue, workers and a {@link Reconciler}. {@link
 * LeaderElector} makes sure that of several programs one acts.
 */
@NullMarked
package io.listwatch.controller;

import org.jspecify.annotations.NullMarked;
