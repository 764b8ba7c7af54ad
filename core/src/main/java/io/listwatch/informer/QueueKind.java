package io.listwatch.informer;

/** The type of queue between an informer's reflector and its store. */
public enum QueueKind {
  /**
   * Keeps changes in the order in which they happened, as client-go's RealFIFO does; a list is one
   * step.
   */
  IN_ORDER,
  /**
   * Groups the changes of each object, as client-go's DeltaFIFO does; objects are in the order of
   * their first queued change.
   */
  DELTA_FIFO
}
