package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.Event.EventType;
import io.etcd.jetcd.api.WatchResponse;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Assembles complete revisions from a stream's responses. A large response comes in fragments,
 * which may end within a revision. Events that were already delivered are skipped, so a stream may
 * begin anywhere at or before the position.
 *
 * <p>Not thread-safe.
 */
final class RevisionAssembler {
  private final Keyspace keyspace;
  private final Jumps jumps;

  /** The etcd revision up to which everything has been delivered. */
  private long position;

  /** The changes of a revision that may not be complete yet. */
  private final List<Change> changes = new ArrayList<>();

  private long revision;

  /** True if a previous value is missing, so that a new stream is needed. */
  private boolean broken;

  RevisionAssembler(Keyspace keyspace, Jumps jumps, long position) {
    this.keyspace = keyspace;
    this.jumps = jumps;
    this.position = position;
  }

  long position() {
    return position;
  }

  /** Called when all events up to the etcd revision {@code etcd} have been received. */
  void progressTo(long etcd) {
    position = Math.max(position, etcd);
  }

  /** Prepares for a new stream, which begins at or before the position. */
  void restart() {
    changes.clear();
    broken = false;
  }

  /**
   * True if this stream cannot be used any further. etcd looks up the previous value when it sends
   * an event, and that value had been compacted. A new stream fails as compacted, or finds the
   * value.
   */
  boolean broken() {
    return broken;
  }

  /** Adds a response and returns the revisions that are complete now. */
  List<ChangeSet> add(WatchResponse response) {
    var whole = new ArrayList<ChangeSet>();
    for (var event : response.getEventsList()) {
      long at = event.getKv().getModRevision();
      if (at > position && !broken) {
        add(event, at, whole);
      }
    }
    if (!NewerFields.isFragment(response)) {
      finish(whole);
    }
    return whole;
  }

  private void add(Event event, long at, List<ChangeSet> whole) {
    if (at != revision) {
      finish(whole);
      revision = at;
    }
    boolean created = event.getKv().getCreateRevision() == at;
    if (event.getType() == EventType.PUT && created) {
      changes.add(new Change.Created(keyspace.entry(event.getKv(), jumps)));
    } else if (!event.hasPrevKv()) {
      changes.clear();
      broken = true;
    } else if (event.getType() == EventType.PUT) {
      changes.add(
          new Change.Updated(
              keyspace.entry(event.getKv(), jumps), keyspace.entry(event.getPrevKv(), jumps)));
    } else {
      changes.add(new Change.Deleted(keyspace.entry(event.getPrevKv(), jumps)));
    }
  }

  private void finish(List<ChangeSet> whole) {
    if (!changes.isEmpty()) {
      whole.add(new ChangeSet(jumps.ours(revision), changes));
      position = revision;
      changes.clear();
    }
  }
}
