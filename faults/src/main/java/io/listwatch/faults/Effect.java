package io.listwatch.faults;

import io.listwatch.model.Status;
import io.listwatch.server.http.interference.DeliveredPart;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What a fault does to what it is for. */
sealed interface Effect {
  /** Requests are answered with this. */
  record Answer(Status status) implements Effect {}

  /**
   * What happened before a revision is forgotten.
   *
   * @param byStatus whether clients are told by the status of the response, and not by an event
   */
  record Expire(long revision, boolean byStatus) implements Effect {}

  /** Lists that take what is at hand are of this revision. */
  record Stale(long revision) implements Effect {}

  /** Watches begin with what there was at this revision, if they take what is as old. */
  record StaleStart(long revision) implements Effect {}

  /** Requests are done, and their answers do not arrive, or not whole. */
  record Cut(DeliveredPart passage) implements Effect {}

  /** The connection breaks in the middle of the next event. */
  record BreakOff() implements Effect {}

  /** Nothing is sent any more. */
  record Stall() implements Effect {}

  /** Events come in pieces. */
  record Split(int parts, Duration pause) implements Effect {}

  /** Bookmarks come later. */
  record DelayBookmarks(Duration delay) implements Effect {}

  /** Bookmarks do not come, but for the one that ends initial events. */
  record SuppressBookmarks() implements Effect {}

  /** The server does what real ones may do. */
  record Realistic(RealisticMode mode) implements Effect {}

  /** Events wait until they are released: so many of each stream, counted from its beginning. */
  record Hold(AtomicLong released) implements Effect {}
}
