package io.listwatch.informer;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.store.Index;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.StoreTransaction;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * However far the watch lags behind own and foreign writes, a read of an object returns the state
 * of the last own write or, once the watch has passed it, the watch's state.
 */
final class OwnWritesProperties {
  private static final List<String> NAMES = List.of("a", "b", "c");

  enum Act {
    OWN_PUT,
    OWN_DELETE,
    OWN_DELETE_WITHOUT_VERSION,
    OTHERS_PUT,
    OTHERS_DELETE,
    DELIVER,
    BOOKMARK,
    RELIST
  }

  record Step(Act act, String name) {}

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(Arbitraries.of(Act.class), Arbitraries.of(NAMES)).as(Step::new);
  }

  @Property(tries = 2000)
  void readsReturnTheLastOwnWriteOrANewerState(
      @ForAll @Size(min = 1, max = 40) List<@From("steps") Step> steps) {
    var play = new Play();
    for (Step step : steps) {
      play.perform(step);
      play.check();
    }
    play.catchUp();
    play.check();
    // A deletion of an unseen object at an unknown version can only expire by its age.
    play.timers.advance(Duration.ofHours(1));
    assertThat(play.writes.size()).isZero();
    play.check();
  }

  /** A collection with its whole history, and a store that has seen the beginning of it. */
  private static final class Play {
    private final IndexedStore store = new IndexedStore((index, object, failure) -> {});
    private final Metrics.Counter dropped = Metrics.none().counter("dropped", Map.of());
    private final ManualTimers timers = new ManualTimers();
    private final OwnWrites writes =
        new OwnWrites(
            store,
            InformerOptions.STANDARD.with(options -> options.timers(timers)),
            dropped,
            new Changes());
    private final WrittenObjects written =
        new WrittenObjects(
            Selection.of(Notes.TYPE),
            (type, namespace) -> {
              throw new AssertionError("nobody lists");
            },
            object -> object,
            writes);

    /** The state of every object after each version; the version is the index. */
    private final List<Map<ResourceKey, Resource>> history = new ArrayList<>();

    private final Map<ResourceKey, Integer> ownWrites = new HashMap<>();

    /**
     * Uids of objects that were deleted unseen, by a response without a version. Earlier unseen
     * objects of that name cannot be distinguished from later ones.
     */
    private final Map<ResourceKey, Set<String>> blind = new HashMap<>();

    private int heard;
    private int incarnation;

    private Play() {
      history.add(Map.of());
      history.add(Map.of());
      store.addIndex(Index.of("name", object -> Set.of(object.key().name())));
      relist();
    }

    private void perform(Step step) {
      ResourceKey key = key(step.name);
      Resource old = now().get(key);
      Resource before = writes.snapshot().get(key);
      switch (step.act) {
        case OWN_PUT -> {
          blind.remove(key);
          written.wrote(put(key));
          ownWrites.put(key, version());
        }
        case OWN_DELETE -> {
          if (old != null) {
            delete(key);
            written.deleted(old.withVersion(ResourceVersion.of(version())));
            blind.remove(key);
            ownWrites.put(key, version());
          }
        }
        case OWN_DELETE_WITHOUT_VERSION -> {
          if (old != null) {
            delete(key);
            written.deleted(key, old.uid().orElseThrow(), before);
            ownWrites.put(key, version());
            if (before == null || !before.sameUid(old)) {
              blind.computeIfAbsent(key, unknown -> new HashSet<>()).add(old.uid().orElseThrow());
            }
          }
        }
        case OTHERS_PUT -> put(key);
        case OTHERS_DELETE -> delete(key);
        case DELIVER -> deliver();
        case BOOKMARK -> catchUp();
        case RELIST -> relist();
      }
    }

    private Map<ResourceKey, Resource> now() {
      return history.get(version());
    }

    private int version() {
      return history.size() - 1;
    }

    private Resource put(ResourceKey key) {
      Resource old = now().get(key);
      String uid = old == null ? "uid-" + ++incarnation : old.uid().orElseThrow();
      Resource object = note(key, uid, version() + 1, "text");
      var next = new TreeMap<>(now());
      next.put(key, object);
      history.add(next);
      return object;
    }

    private void delete(ResourceKey key) {
      if (now().containsKey(key)) {
        var next = new TreeMap<>(now());
        next.remove(key);
        history.add(next);
      }
    }

    private void deliver() {
      if (heard < version()) {
        heard++;
        StoreTransaction transaction = store.transaction();
        for (String name : NAMES) {
          Resource object = history.get(heard).get(key(name));
          if (object == null) {
            transaction.remove(key(name));
          } else {
            transaction.put(object);
          }
        }
        transaction.version(ResourceVersion.of(heard));
        writes.moved(transaction.commit());
      }
    }

    private void catchUp() {
      while (heard < version()) {
        deliver();
      }
    }

    private void relist() {
      heard = version();
      StoreTransaction transaction = store.transaction();
      transaction.replace(List.copyOf(now().values()), Set.of(), ResourceVersion.of(heard));
      writes.moved(transaction.commit());
    }

    private void check() {
      for (String name : NAMES) {
        Resource expected = expected(key(name));
        Resource read = writes.snapshot().get(key(name));
        Set<String> gone = blind.getOrDefault(key(name), Set.of());
        if (!gone.isEmpty() && heard < ownWrites.getOrDefault(key(name), 0)) {
          assertThat(read == null || !gone.contains(read.uid().orElseThrow())).as(name).isTrue();
          continue;
        }
        assertThat(read).as(name).isEqualTo(expected);
        assertThat(writes.snapshot().byIndex("name", name))
            .as("index of " + name)
            .hasToString(String.valueOf(expected == null ? List.of() : List.of(expected)));
      }
    }

    private @Nullable Resource expected(ResourceKey key) {
      int seen = Math.max(heard, ownWrites.getOrDefault(key, 0));
      return history.get(seen).get(key);
    }
  }
}
