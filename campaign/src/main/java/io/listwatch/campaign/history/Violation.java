package io.listwatch.campaign.history;

/**
 * A broken promise: an observation of a client that the server must not allow.
 *
 * @param where the client: a tap, a writer, a key
 */
public record Violation(Promise promise, String where, String what) {

  /** The promises of docs/consistency.md that the campaign checks. */
  public enum Promise {
    /**
     * Writes and consistent reads of an object have one order that agrees with the times of their
     * calls and replies.
     */
    LINEARIZABLE,
    /** An acknowledged write is in the history of storage, at its version and with its value. */
    DURABLE,
    /**
     * A rejected write is not in the history, and every write in the history was made by a client.
     */
    NOT_INVENTED,
    /** A list is the state of the collection at its version. */
    ONE_MOMENT,
    /** A list is not older than requested. */
    FRESH,
    /** Events come in the order of their versions. */
    ORDERED,
    /** No event comes twice. */
    UNIQUE,
    /** An event is whole, and all events of a version come together. */
    ATOMIC,
    /** No event is missing between two received ones. */
    RELIABLE,
    /** A watch from the version of an earlier event continues exactly there. */
    RESUMABLE,
    /** A bookmark is sent only after all events up to its version. */
    BOOKMARKABLE,
    /** A watch with a selector gets the events of matching objects, and only those. */
    FILTERED,
    /** A deletion carries the last value of the object. */
    PREVIOUS_VALUE,
    /** A client that resumes from a version never gets an older one. */
    NO_TIME_TRAVEL,
    /**
     * A delta, applied to the state before it, results in the object that the server computed it
     * for.
     */
    REBUILT,
    /** History is reported as expired only if it was compacted. */
    KEPT,
    /**
     * An informer's handler is called with a legal history, which ends in the state of the source.
     */
    LEGAL_HANDLER_CALLS,
    /** An acknowledged change of a role or binding takes effect on authorization. */
    DECIDED,
    /** The server serves again within a bounded time after the last fault. */
    AVAILABLE,
    /** The database is sound after a power loss. */
    SOUND
  }

  @Override
  public String toString() {
    return "%s at %s: %s".formatted(promise, where, what);
  }
}
