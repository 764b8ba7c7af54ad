package io.listwatch.storage.sqlite;

import io.listwatch.storage.FutureRevisionException;
import io.listwatch.storage.Key;
import io.listwatch.storage.RevisionConflictException;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.sqlite.WriteSession.Head;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a group of writes makes to the database, collected to be published after the
 * commit. Each write sees those before it. Writer thread only.
 */
final class Transaction {
  static final long ABSENT = 0;
  static final long ANY = -1;

  /** The deadline of keys that do not expire. */
  static final long NEVER = Long.MAX_VALUE;

  private static final byte[] NOTHING = {};

  private final WriteSession session;
  private final Reservation reservation;
  private final Quota quota;
  private final long time;
  private final List<LogEntry> entries = new ArrayList<>();

  private long revision;
  private long oldest;
  private boolean jumped;
  private boolean formatChanged;
  private long firstDeadline = NEVER;

  /**
   * @param time the timestamp of its revisions
   */
  Transaction(
      WriteSession session, Reservation reservation, Revisions revisions, Quota quota, long time) {
    this.session = session;
    this.reservation = reservation;
    this.quota = quota;
    this.revision = revisions.current();
    this.oldest = revisions.oldest();
    this.time = time;
  }

  /**
   * Writes a value.
   *
   * @param expected the revision the key must have, {@link #ABSENT} or {@link #ANY}
   * @param deadline the expiry time of the key, or {@link #NEVER}
   */
  long put(Key key, byte[] value, long expected, long deadline) throws SQLException {
    byte[] bytes = key.bytes();
    Head head = head(key, bytes, expected);
    if (quota.reached()) {
      quota.admit(
          head == null ? Quota.CREATE : value.length - session.valueLength(head.revision()));
    }
    long made = nextRevision();
    long created = head == null ? made : head.createRevision();
    long previous = head == null ? 0 : head.revision();
    boolean expires = deadline != NEVER;
    session.append(made, time, bytes, created, previous, expires, value);
    if (expires) {
      session.setHead(bytes, made, created, deadline);
      firstDeadline = Math.min(firstDeadline, deadline);
    } else {
      session.setHead(bytes, made, created);
    }
    var entry = new StoredEntry(key, value, created, made, expires);
    entries.add(new LogEntry(made, key, entry, previous));
    return made;
  }

  /** Deletes a key if it exists. */
  OptionalLong remove(Key key, long expected) throws SQLException {
    byte[] bytes = key.bytes();
    Head head = head(key, bytes, expected);
    if (head == null) {
      return OptionalLong.empty();
    }
    long made = nextRevision();
    session.append(made, time, bytes, ABSENT, head.revision(), false, NOTHING);
    session.removeHead(bytes);
    entries.add(new LogEntry(made, key, null, head.revision()));
    return OptionalLong.of(made);
  }

  /** Returns the key's newest version if it has the expected revision, else throws. */
  private @Nullable Head head(Key key, byte[] bytes, long expected) throws SQLException {
    Head head = session.head(bytes);
    long current = head == null ? ABSENT : head.revision();
    if (expected != ANY && expected != current) {
      StoredEntry entry = head == null ? null : session.version(key, current);
      throw new RevisionConflictException(key, expected, entry);
    }
    return head;
  }

  private long nextRevision() {
    reservation.cover(revision + 1);
    return ++revision;
  }

  /** Compacts all revisions before {@code keep}. */
  void compact(long keep) throws SQLException {
    if (keep > revision) {
      throw new FutureRevisionException(keep, revision);
    }
    if (keep > oldest) {
      session.setOldest(keep);
      oldest = keep;
    }
  }

  /** Jumps to a revision. No write may follow in the same transaction. */
  void advanceTo(long target) throws SQLException {
    if (target > revision) {
      reservation.cover(target);
      session.setStart(target);
      revision = target;
      oldest = target;
      jumped = true;
    }
  }

  void setFormat(StoredFormat format) throws SQLException {
    Schema.setFormat(session.connection(), format);
    formatChanged = true;
  }

  /** True if the format has changed, so that the header of the file must be written. */
  boolean formatChanged() {
    return formatChanged;
  }

  WriteSession session() {
    return session;
  }

  /** Returns the entries written so far, in order. */
  List<LogEntry> entries() {
    return entries;
  }

  long revision() {
    return revision;
  }

  long oldest() {
    return oldest;
  }

  boolean jumped() {
    return jumped;
  }

  long firstDeadline() {
    return firstDeadline;
  }
}
