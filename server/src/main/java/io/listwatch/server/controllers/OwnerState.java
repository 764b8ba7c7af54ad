package io.listwatch.server.controllers;

/** The state of an owner, as far as it matters to a dependent. */
enum OwnerState {
  /** The owner exists, so the dependent stays. */
  SOLID,

  /** The owner exists, and waits for the dependent to be deleted. */
  WAITING,

  /** The owner does not exist. */
  ABSENT,

  /** A namespaced owner of a cluster-scoped object, which cannot be resolved. */
  IMPOSSIBLE
}
