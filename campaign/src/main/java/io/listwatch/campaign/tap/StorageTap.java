package io.listwatch.campaign.tap;

import io.listwatch.campaign.history.Timeline;
import io.listwatch.campaign.history.Value;
import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.load.CampaignObject;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The storage watch, which fills the timeline. It resumes from its last revision when the storage
 * breaks the watch.
 *
 * <p>Its thread owns the timeline until it is closed.
 */
public final class StorageTap {
  private static final KeyRange RANGE =
      KeyRange.prefix("core/configmaps/" + CampaignObject.NAMESPACE + "/x-");

  private final Storage storage;
  private final Timeline timeline;
  private final List<Violation> violations = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "storage-tap");

  /** The revision of each object that exists according to the watch. */
  private final Map<String, Long> delivered = new ConcurrentHashMap<>();

  private volatile boolean closed;
  private volatile long revision;
  private volatile @Nullable RuntimeException failure;

  public StorageTap(Storage storage, Timeline timeline) {
    this.storage = storage;
    this.timeline = timeline;
    this.revision = timeline.version();
    timeline.state().forEach((key, object) -> delivered.put(key, object.version()));
  }

  public void start() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!closed && failure == null) {
      try (StorageWatch watch = storage.watch(RANGE, Math.max(1, revision), () -> {})) {
        read(watch);
      } catch (CompactedException compacted) {
        failure = compacted;
      } catch (StorageException broken) {
        // The next watch resumes from the last revision.
        pause();
      } catch (RuntimeException unexpected) {
        failure = unexpected;
      }
    }
  }

  private void read(StorageWatch watch) {
    while (!closed) {
      ChangeSet changes = watch.poll();
      if (changes == null) {
        pause();
      } else {
        for (Change change : changes.changes()) {
          Timeline.Change ours = change(changes.revision(), change);
          violations.addAll(timeline.add(ours));
          if (ours.after() == null) {
            delivered.remove(ours.key());
          } else {
            delivered.put(ours.key(), ours.version());
          }
        }
        timeline.reached(changes.revision());
        revision = changes.revision();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Timeline.Change change(long revision, Change change) {
    Value before = null;
    Value after = null;
    if (change instanceof Change.Created created) {
      after = value(created.current());
    } else if (change instanceof Change.Updated updated) {
      before = value(updated.previous());
      after = value(updated.current());
    } else if (change instanceof Change.Deleted deleted) {
      before = value(deleted.previous());
    }
    return new Timeline.Change(revision, name(change.key().toString()), before, after);
  }

  private static String name(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }

  private static Value value(StoredEntry entry) {
    CampaignObject object =
        CampaignObject.of(CampaignObject.parse(StoredValue.decode(entry).json()));
    if (object == null) {
      throw new IllegalStateException("no object of the campaign: " + entry);
    }
    return object.value();
  }

  /** Returns the revision up to which everything has been read. */
  public long revision() {
    return revision;
  }

  /** Blocks until the watch has delivered all objects that a read of the range returns. */
  public void awaitEnd() throws InterruptedException {
    Map<String, Long> expected = revisions();
    for (int i = 0; i < 6_000 && failure == null; i++) {
      if (delivered.equals(expected)) {
        break;
      }
      Thread.sleep(10);
    }
    // An object that was created and deleted in the meantime is in no read; its events follow
    // shortly.
    Thread.sleep(200);
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
    if (!delivered.equals(expected)) {
      throw new IllegalStateException(
          "the storage watch stays at %d: %s (expected: %s)"
              .formatted(revision, delivered, expected));
    }
  }

  private Map<String, Long> revisions() {
    var revisions = new HashMap<String, Long>();
    RangePage page = storage.range(RANGE, 10_000);
    page.entries().forEach(each -> revisions.put(name(each.key().toString()), each.revision()));
    return revisions;
  }

  /** Ends the watch. From then on the caller owns the timeline. */
  public void end() throws InterruptedException {
    closed = true;
    thread.join();
  }

  public List<Violation> violations() {
    return violations;
  }
}
