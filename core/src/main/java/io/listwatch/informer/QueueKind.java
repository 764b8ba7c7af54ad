package io.listwatch.informer;

/** Which queue stands between an informer's reflector and its store. */
public enum QueueKind {
  /** Changes in the order in which they happened, each list and each batch as one step. */
  IN_ORDER,
  /** The changes of one object together, objects in the order of their first waiting change. */
  DELTA_FIFO
}
