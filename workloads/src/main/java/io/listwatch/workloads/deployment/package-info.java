/**
 * The controller of Deployments, which rolls out pod templates by scaling ReplicaSets. Internal.
 *
 * <p>Start at {@link DeploymentController}; {@link Rollout} does the steps of one Deployment, and
 * the rules are {@link RollingUpdate}, {@link ProportionalScaling}, {@link Revisions}, {@link
 * DeploymentStatus} and {@link RolloutProgress}.
 */
@NullMarked
package io.listwatch.workloads.deployment;

import org.jspecify.annotations.NullMarked;
