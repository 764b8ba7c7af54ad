package io.listwatch.server.controllers;

/** What an owner is to an object that names it. */
enum OwnerStanding {
  /** It is there, so the object is to stay. */
  SOLID,

  /** It is there, and waits for the object to be gone. */
  WAITING,

  /** It is gone. */
  ABSENT,

  /** It cannot be told, and never will: a cluster-scoped object cannot have it as its owner. */
  IMPOSSIBLE
}
