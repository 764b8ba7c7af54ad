package io.listwatch.campaign.history;

import org.jspecify.annotations.Nullable;

/**
 * One request of a client for one object, with its outcome.
 *
 * @param argument the value of a create or update, the note of a patch (its other parts are
 *     ignored); null for a delete or read
 * @param expected the value that a conditional update or delete requires; null for none
 * @param call when the request was sent, in nanoseconds
 * @param reply when the response was complete; {@link Long#MAX_VALUE} if the outcome is unknown
 * @param result the object in the response; null if it had none
 * @param version the resourceVersion in the response; 0 if it had none
 */
public record Operation(
    Kind kind,
    String key,
    @Nullable Value argument,
    @Nullable Value expected,
    long call,
    long reply,
    Outcome outcome,
    @Nullable Value result,
    long version) {

  /** The verbs. A get, and each object of a consistent list, is a read. */
  public enum Kind {
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    READ
  }

  /** The outcome of an operation, as the client knows it. */
  public enum Outcome {
    /** The operation succeeded. */
    OK,
    /** Rejected: the object exists, or is not the expected one. */
    CONFLICT,
    /** Rejected: the object does not exist. */
    ABSENT,
    /** Rejected for another reason, such as too many requests. It had no effect. */
    REJECTED,
    /** Status 500 or 504, or a lost connection: it may have happened, or may yet happen. */
    UNKNOWN
  }

  public boolean isWrite() {
    return kind != Kind.READ;
  }

  /** Returns a copy with another outcome, for planted defects. */
  public Operation withOutcome(Outcome newOutcome) {
    return new Operation(kind, key, argument, expected, call, reply, newOutcome, result, version);
  }
}
