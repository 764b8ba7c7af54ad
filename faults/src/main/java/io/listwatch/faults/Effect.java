package io.listwatch.faults;

import io.listwatch.model.Status;
import io.listwatch.server.http.interference.DeliveredPart;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The effect of a fault on the requests or streams that it matches. */
sealed interface Effect {
  /** Responds to requests with this status. */
  record Answer(Status status) implements Effect {}

  /**
   * Treats all history before a revision as expired.
   *
   * @param byStatus true to report it by the status of the response, false by an error event
   */
  record Expire(long revision, boolean byStatus) implements Effect {}

  /** Serves lists that accept any version at this revision. */
  record Stale(long revision) implements Effect {}

  /** Starts watches with the objects of this revision, if they accept it. */
  record StaleStart(long revision) implements Effect {}

  /** Executes requests, but drops or truncates their responses. */
  record Cut(DeliveredPart passage) implements Effect {}

  /** Breaks the connection in the middle of the next event. */
  record BreakOff() implements Effect {}

  /** Sends nothing more on a stream, and keeps it open. */
  record Stall() implements Effect {}

  /** Sends each event in several parts. */
  record Split(int parts, Duration pause) implements Effect {}

  /** Sends a delta whose checksum is wrong, as if the client had another state of the object. */
  record MismatchDelta() implements Effect {}

  /** Delays bookmarks. */
  record DelayBookmarks(Duration delay) implements Effect {}

  /** Drops bookmarks, except for the one that ends the initial events. */
  record SuppressBookmarks() implements Effect {}

  /** Imitates the less common behaviour of real API servers, at random. */
  record Realistic(RealisticMode mode) implements Effect {}

  /**
   * Holds back events until they are released.
   *
   * @param released number of events released on each stream, counted from its start
   */
  record Hold(AtomicLong released) implements Effect {}
}
