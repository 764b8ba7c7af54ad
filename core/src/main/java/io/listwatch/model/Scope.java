package io.listwatch.model;

/** Whether objects of a type live in a namespace. */
public enum Scope {
  CLUSTER,
  NAMESPACED
}
