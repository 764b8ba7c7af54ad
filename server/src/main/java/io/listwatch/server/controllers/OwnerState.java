package io.listwatch.server.controllers;

/** The state of an owner, as far as it matters to a dependent. */
enum OwnerState {
  /** It exists, so the dependent stays. */
  SOLID,

  /** It exists, and waits for the dependent to be deleted. */
  WAITING,

  /** It does not exist. */
  ABSENT,

  /** A namespaced owner of a cluster-scoped object, which cannot be resolved. */
  IMPOSSIBLE
}
