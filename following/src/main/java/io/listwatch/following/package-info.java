/**
 * Follows Kubernetes: makes the server's tables of built-in types and resources from a checkout of
 * kubernetes/kubernetes, and reports what changed.
 *
 * <p>Start at {@link FollowKubernetes}. It works in two stages: {@code facts} reads the checkout,
 * {@code table} makes the tables from the facts.
 */
@NullMarked
package io.listwatch.following;

import org.jspecify.annotations.NullMarked;
