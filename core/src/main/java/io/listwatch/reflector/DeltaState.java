package io.listwatch.reflector;

/** The use of deltas by the watches of a reflector. */
public enum DeltaState {
  /** The source sends deltas. */
  YES,
  /** Deltas are not requested, or the source does not send any. */
  NO,
  /** A delta did not fit: the watches request no deltas until some time has passed. */
  BACKING_OFF
}
