package io.listwatch.server.resource;

import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.Watch;
import io.listwatch.reflector.WatchContract;
import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.StorageWatch;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class StoredWatchTest extends WatchContract {
  private final FakeStorageWatch storage = new FakeStorageWatch();

  /** The events of each revision. A change set of the fake has only the revision. */
  private final Map<Long, List<WatchEvent>> events = new ConcurrentHashMap<>();

  private final StoredWatch watch =
      new StoredWatch(
          new BlockingWatch(storage::onReadable),
          set -> events.getOrDefault(set.revision(), List.of()));

  @Override
  protected Watch watch() {
    return watch;
  }

  @Override
  protected void send(WatchEvent event) {
    send(Long.parseLong(event.version().toString()), List.of(event));
  }

  private void send(long revision, List<WatchEvent> ofRevision) {
    events.put(revision, ofRevision);
    storage.send(ChangeSet.progress(revision));
  }

  @Override
  protected void end() {
    Assumptions.abort("the watch of a storage does not end by itself");
  }

  @Override
  protected void fail(ApiException cause) {
    storage.fail(new StorageUnavailableException(cause.status().message()));
  }

  /** The failure of the storage becomes the status that clients see. */
  @Override
  protected void assertIs(ApiException cause, Throwable thrown) {
    assertThat(thrown).isInstanceOf(UnavailableException.class);
  }

  @Test
  void changesOfOneRevisionAreSeparateEvents() throws Exception {
    var a = new WatchEvent.Added(note("a", 5));
    var b = new WatchEvent.Added(note("b", 5));
    send(5, List.of(a, b));

    assertThat(watch.next()).isEqualTo(a);
    assertThat(watch.midRevision()).isTrue();
    assertThat(watch.next()).isEqualTo(b);
    assertThat(watch.midRevision()).isFalse();
  }

  @Test
  void closeDropsTheRestOfARevision() throws Exception {
    send(5, List.of(new WatchEvent.Added(note("a", 5)), new WatchEvent.Added(note("b", 5))));
    assertThat(watch.next()).isNotNull();

    watch.close();

    assertThat(watch.ended()).isTrue();
    assertThat(watch.next()).isNull();
  }

  @Test
  void expiresOnce() throws Exception {
    watch.expire();

    assertThatThrownBy(watch::next).isInstanceOf(ExpiredException.class);
    assertThat(watch.ended()).isTrue();
    assertThat(watch.next()).isNull();
  }

  private static final class FakeStorageWatch implements StorageWatch {
    private final Queue<ChangeSet> sets = new ConcurrentLinkedQueue<>();
    private volatile Runnable readable = () -> {};
    private volatile @Nullable StorageException failure;
    private volatile boolean closed;

    private StorageWatch onReadable(Runnable onReadable) {
      readable = onReadable;
      return this;
    }

    private void send(ChangeSet set) {
      sets.add(set);
      readable.run();
    }

    private void fail(StorageException cause) {
      failure = cause;
      readable.run();
    }

    @Override
    public @Nullable ChangeSet poll() {
      StorageException cause = failure;
      ChangeSet next = closed ? null : sets.poll();
      if (next == null && cause != null && !closed) {
        throw cause;
      }
      return next;
    }

    @Override
    public void requestProgress() {}

    @Override
    public void close() {
      closed = true;
    }
  }
}
