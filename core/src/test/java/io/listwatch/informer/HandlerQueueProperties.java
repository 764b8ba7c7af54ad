package io.listwatch.informer;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.informer.Notification.Added;
import io.listwatch.informer.Notification.Deleted;
import io.listwatch.informer.Notification.InitialEnd;
import io.listwatch.informer.Notification.RelistBegin;
import io.listwatch.informer.Notification.RelistEnd;
import io.listwatch.informer.Notification.Replayed;
import io.listwatch.informer.Notification.Resynced;
import io.listwatch.informer.Notification.Updated;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Random changes and reads of a {@link HandlerQueue}, compared with the source's state. */
final class HandlerQueueProperties {
  private static final List<String> NAMES = List.of("a", "b", "c");

  /** One Replayed, one InitialEnd, one Resynced and one RelistBegin. */
  private static final int MAX_BARRIERS = 4;

  enum Act {
    PUT,
    DELETE,
    RECREATE,
    RESYNC_ONE,
    RESYNC_ALL,
    RELIST,
    END_INITIAL,
    TAKE
  }

  record Step(Act act, String name, int times) {}

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Act> acts =
        Arbitraries.frequency(
            Tuple.of(8, Act.PUT),
            Tuple.of(4, Act.DELETE),
            Tuple.of(2, Act.RECREATE),
            Tuple.of(2, Act.RESYNC_ONE),
            Tuple.of(2, Act.RESYNC_ALL),
            Tuple.of(2, Act.RELIST),
            Tuple.of(1, Act.END_INITIAL),
            Tuple.of(2, Act.TAKE));
    return Combinators.combine(acts, Arbitraries.of(NAMES), Arbitraries.integers().between(1, 4))
        .as(Step::new);
  }

  @Property(tries = 2000)
  void deliversABoundedLegalHistoryThatEndsInTheSourcesState(
      @ForAll @IntRange(min = 1, max = 6) int capacity,
      @ForAll boolean lateHandler,
      @ForAll @Size(min = 1, max = 120) List<@From("steps") Step> steps)
      throws Exception {
    var run = new Run(capacity, lateHandler);
    // One more for the end of a relist.
    int bound = capacity + (MAX_BARRIERS + 1) * 2 * NAMES.size() + MAX_BARRIERS + 1;

    for (Step step : steps) {
      run.perform(step);
      assertThat(run.queue.size()).isLessThanOrEqualTo(bound);
    }
    run.takeAll();

    run.history.assertLegalAndEndsAs(run.truth());
    assertThat(run.initialEndsTold).isEqualTo(run.initialEnds);
  }

  @Property(tries = 500)
  void belowCapacityDeliversEveryChange(
      @ForAll @Size(min = 1, max = 60) List<@From("steps") Step> steps) throws Exception {
    var run = new Run(10_000, false);

    for (Step step : steps) {
      run.perform(step);
    }
    run.takeAll();

    assertThat(run.told).isEqualTo(run.added);
    assertThat(run.queue.merged()).isZero();
  }

  /** A queue, the collection whose changes it gets, and a handler that takes from it. */
  private static final class Run {
    private final HandlerQueue queue;
    private final IndexedStore store = new IndexedStore((index, object, cause) -> {});
    private final LegalHistory<Resource> history = new LegalHistory<>();
    private final List<Notification> added = new ArrayList<>();
    private final List<Notification> told = new ArrayList<>();
    private final List<Map<ResourceKey, Resource>> truthAtInitialEnd = new ArrayList<>();
    private long version;
    private int initialEnds;
    private int initialEndsTold;
    private boolean resyncWaits;
    private boolean inRelist;

    /** The end of the last relist, until it is taken. */
    private @Nullable RelistEnd relistEnd;

    private Run(int capacity, boolean lateHandler) {
      queue = new HandlerQueue(capacity);
      if (lateHandler) {
        put("a");
        put("b");
        added.clear();
        while (queue.size() > 0) {
          takeQuietly();
        }
        add(new Replayed(store.snapshot()));
      }
    }

    private void takeQuietly() {
      try {
        queue.take();
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }

    private Map<ResourceKey, Resource> truth() {
      var objects = new TreeMap<ResourceKey, Resource>();
      store.snapshot().all().forEach(object -> objects.put(object.key(), object));
      return objects;
    }

    private void perform(Step step) throws InterruptedException {
      switch (step.act) {
        case PUT -> put(step.name);
        case DELETE -> delete(step.name, step.times % 2 == 0);
        case RECREATE -> {
          delete(step.name, true);
          put(step.name);
        }
        case RESYNC_ONE -> resyncOne(step.name);
        case RESYNC_ALL -> resyncAll();
        case RELIST -> relist(step.name);
        case END_INITIAL -> endInitial();
        case TAKE -> {
          for (int i = 0; i < step.times && queue.size() > 0; i++) {
            take();
          }
        }
      }
    }

    private void put(String name) {
      Resource previous = store.snapshot().get(key(name));
      version++;
      String uid = previous == null ? "uid-" + version : previous.uid().orElseThrow();
      Resource object = note(key(name), uid, version, "text");
      StoreTransaction transaction = store.transaction();
      transaction.put(object);
      transaction.commit();
      add(previous == null ? new Added(object, initialEnds == 0) : new Updated(previous, object));
    }

    private void delete(String name, boolean unseen) {
      StoreTransaction transaction = store.transaction();
      Resource previous = transaction.remove(key(name));
      transaction.commit();
      if (previous != null) {
        version++;
        Resource last = unseen ? previous : previous.withVersion(version(version));
        add(new Deleted(last, unseen));
      }
    }

    private void resyncOne(String name) {
      Resource current = store.snapshot().get(key(name));
      if (current != null) {
        add(new Updated(current, current));
      }
    }

    private void resyncAll() {
      if (resyncWaits) {
        queue.add(List.of(new Resynced(store.snapshot())));
      } else {
        add(new Resynced(store.snapshot()));
        resyncWaits = true;
      }
    }

    private void relist(String name) {
      var begin = new RelistBegin(version(version + 1));
      if (relistEnd == null) {
        add(begin);
      } else {
        added.remove(relistEnd);
        queue.add(List.of(begin));
      }
      put(name);
      relistEnd = new RelistEnd(version(version));
      add(relistEnd);
    }

    private void endInitial() {
      if (initialEnds == 0) {
        initialEnds++;
        truthAtInitialEnd.add(truth());
        add(new InitialEnd());
      }
    }

    private void add(Notification notification) {
      added.add(notification);
      queue.add(List.of(notification));
    }

    private void takeAll() throws InterruptedException {
      while (queue.size() > 0) {
        take();
      }
    }

    private void take() throws InterruptedException {
      Notification next = queue.take();
      told.add(next);
      if (next instanceof Added add) {
        history.onAdd(view(add.object()), add.initial());
      } else if (next instanceof Updated update) {
        history.onUpdate(view(update.previous()), view(update.current()));
      } else if (next instanceof Deleted delete) {
        history.onDelete(view(delete.last()), delete.finalStateUnknown());
      } else if (next instanceof Replayed replayed) {
        replayed.snapshot().all().forEach(object -> history.onAdd(view(object), true));
      } else if (next instanceof Resynced resynced) {
        resyncWaits = false;
        resync(resynced.snapshot());
      } else if (next instanceof RelistBegin) {
        assertThat(inRelist).isFalse();
        inRelist = true;
      } else if (next instanceof RelistEnd) {
        assertThat(inRelist).isTrue();
        inRelist = false;
        relistEnd = null;
      } else {
        initialEndsTold++;
        history.synced();
        assertThat(history.objects()).isEqualTo(truthAtInitialEnd.get(0));
      }
    }

    private void resync(StoreSnapshot snapshot) {
      snapshot.all().forEach(object -> history.onUpdate(view(object), view(object)));
      assertThat(history.objects()).hasSize(snapshot.size());
    }

    private static View<Resource> view(Resource object) {
      return new View<>(object, new DecodedObjects<>(ObjectCodec.raw(), 0, null));
    }
  }
}
