package io.listwatch.model;

/** The scope of a resource type: namespaced or cluster-wide. */
public enum Scope {
  CLUSTER,
  NAMESPACED
}
