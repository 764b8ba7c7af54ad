package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.Event.EventType;
import io.etcd.jetcd.api.WatchResponse;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes whole revisions of a stream's responses, whose ends need not be those of revisions: a large
 * response comes in parts. What has been delivered once is left out, so a stream may begin anywhere
 * at or before the position.
 *
 * <p>For one thread at a time.
 */
final class RevisionAssembler {
  private final Keyspace keyspace;
  private final Jumps jumps;

  /** Etcd's revision up to which everything has been delivered. */
  private long position;

  /** The changes of the revision that may not be whole yet. */
  private final List<Change> changes = new ArrayList<>();

  private long revision;

  /** Whether something is missing that only another stream can bring. */
  private boolean broken;

  RevisionAssembler(Keyspace keyspace, Jumps jumps, long position) {
    this.keyspace = keyspace;
    this.jumps = jumps;
    this.position = position;
  }

  long position() {
    return position;
  }

  /** Everything up to {@code etcd} has been told. */
  void progressTo(long etcd) {
    position = Math.max(position, etcd);
  }

  /** Another stream begins, at or before the position. */
  void restart() {
    changes.clear();
    broken = false;
  }

  /**
   * Whether the responses cannot be trusted to go on: etcd reads what a key was before when it
   * sends the change, and that has been compacted. Another stream will be told so, or find it.
   */
  boolean broken() {
    return broken;
  }

  /** The revisions that are whole now. */
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
