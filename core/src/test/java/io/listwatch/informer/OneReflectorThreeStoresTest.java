package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.InternalErrorException;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.UnavailableException;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.reflector.ReflectorStatus;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.store.UndeltaStore;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One script of everything that can happen between a source and a store, through the one reflector,
 * into every kind of store: an informer's, on either queue; an agent's plain list; and a map, which
 * stands for the server's watch cache. After each step every store equals the source.
 */
@Timeout(120)
final class OneReflectorThreeStoresTest {
  private final FakeCollection collection = new FakeCollection();
  private final ManualTimers timers = new ManualTimers();

  static Stream<Arguments> kinds() {
    return Stream.of("informer in order", "informer delta fifo", "undelta", "map")
        .flatMap(kind -> Stream.of(Arguments.of(kind, true), Arguments.of(kind, false)));
  }

  @ParameterizedTest(name = "{0}, streaming {1}")
  @MethodSource("kinds")
  void allStoresEndWithTheSameObjects(String kind, boolean streaming) throws Exception {
    collection.streams(streaming);
    collection.put("first", "1");
    collection.put("second", "1");
    collection.put("third", "1");
    try (Follower follower = follower(kind)) {
      // list
      settle(follower);

      // watch
      collection.put("fourth", "1");
      collection.put("first", "2");
      collection.delete("second");
      collection.bookmark();
      settle(follower);

      // rotate: the server ends the watch normally, and the next one continues from there
      timers.advance(Duration.ofMinutes(4));
      collection.endWatches();
      collection.put("first", "3");
      collection.delete("third");
      settle(follower);

      // disconnect: the stream breaks, and the source is unavailable for a while
      away(follower);
      collection.put("fifth", "1");
      collection.delete("first");
      settle(follower);

      // expire: the changes during the outage are compacted, and one name belongs to a new object
      away(follower);
      collection.delete("fourth");
      collection.put("fourth", "again");
      collection.delete("fifth");
      collection.put("sixth", "1");
      collection.compact();
      settle(follower);

      // expire within the stream, and a list that fails on the way back
      collection.failNextList(
          new InternalErrorException(Status.of(StatusReason.INTERNAL_ERROR, "oops")));
      collection.breakWatches(new ExpiredException(Status.of(StatusReason.EXPIRED, "too old")));
      collection.put("seventh", "1");
      settle(follower);

      assertThat(collection.objects().keySet())
          .extracting(ResourceKey::name)
          .containsExactly("fourth", "seventh", "sixth");
      // The same script has the same history, so every kind of store ends at the same version.
      assertThat(follower.version()).isEqualTo(collection.version());
    }
  }

  /** Breaks the watch and waits until the reflector has found the source unavailable. */
  private void away(Follower follower) {
    collection.refuseWatches(new UnavailableException("still away"));
    collection.breakWatches(new UnavailableException("away"));
    until(() -> follower.status().state() == ReflectorState.WAITING);
    collection.acceptWatches();
  }

  private void settle(Follower follower) {
    InformerRun.untilInTime(
        timers,
        () ->
            follower.objects().equals(collection.objects())
                && follower.version().equals(collection.version())
                && follower.status().state() == ReflectorState.WATCHING);
  }

  private Follower follower(String kind) {
    return switch (kind) {
      case "informer in order" -> informer(QueueKind.IN_ORDER);
      case "informer delta fifo" -> informer(QueueKind.DELTA_FIFO);
      case "undelta" -> undelta();
      default -> map();
    };
  }

  private Follower informer(QueueKind queue) {
    var factory =
        InformerFactory.builder((type, namespace) -> collection)
            .options(options -> options.timers(timers).queue(queue))
            .build();
    Informer<Resource> informer = factory.informer(Notes.TYPE).start();
    return new Follower(
        () -> byKey(informer.snapshot().all()),
        () -> informer.snapshot().version(),
        () -> informer.health().reflector(),
        factory::close);
  }

  private Follower undelta() {
    var pushed = new ConcurrentSkipListMap<ResourceKey, Resource>();
    var store =
        new UndeltaStore(
            objects -> {
              Map<ResourceKey, Resource> now = byKey(objects);
              pushed.keySet().retainAll(now.keySet());
              pushed.putAll(now);
            });
    return reflected(
        store,
        () -> {
          Map<ResourceKey, Resource> held = byKey(store.snapshot().all());
          return held.equals(pushed) ? held : Map.of();
        },
        () -> store.snapshot().version());
  }

  private Follower map() {
    var store = new MapStore();
    // Copies the values, because a sorted map cannot be copied while it is being written.
    return reflected(store, () -> byKey(store.objects.values()), () -> store.version);
  }

  private Follower reflected(
      ReflectorStore store,
      Supplier<Map<ResourceKey, Resource>> objects,
      Supplier<ResourceVersion> version) {
    Reflector reflector =
        Reflector.builder(collection, store)
            .type(Notes.TYPE)
            .policy(ReflectorPolicy.CLIENT)
            .timers(timers)
            .build();
    var thread = new Thread(reflector, "reflector of " + store.getClass().getSimpleName());
    thread.setDaemon(true);
    thread.start();
    return new Follower(objects, version, reflector::status, reflector::close);
  }

  private static Map<ResourceKey, Resource> byKey(Collection<Resource> objects) {
    var byKey = new TreeMap<ResourceKey, Resource>();
    objects.forEach(object -> byKey.put(object.key(), object));
    return byKey;
  }

  /** A store that a reflector keeps equal to the collection. */
  private static final class Follower implements AutoCloseable {
    private final Supplier<Map<ResourceKey, Resource>> objects;
    private final Supplier<ResourceVersion> version;
    private final Supplier<ReflectorStatus> status;
    private final Runnable close;

    private Follower(
        Supplier<Map<ResourceKey, Resource>> objects,
        Supplier<ResourceVersion> version,
        Supplier<ReflectorStatus> status,
        Runnable close) {
      this.objects = objects;
      this.version = version;
      this.status = status;
      this.close = close;
    }

    Map<ResourceKey, Resource> objects() {
      return objects.get();
    }

    ResourceVersion version() {
      return version.get();
    }

    ReflectorStatus status() {
      return status.get();
    }

    @Override
    public void close() {
      close.run();
    }
  }

  /** The simplest possible store. */
  private static final class MapStore implements ReflectorStore {
    private final ConcurrentSkipListMap<ResourceKey, Resource> objects =
        new ConcurrentSkipListMap<>();
    private volatile ResourceVersion version = ResourceVersion.UNSET;

    @Override
    public void replace(
        List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion newVersion) {
      Map<ResourceKey, Resource> now = byKey(items);
      objects.keySet().removeIf(key -> !now.containsKey(key) && !unreadable.contains(key));
      objects.putAll(now);
      version = newVersion;
    }

    @Override
    public void add(Resource object) {
      update(object);
    }

    @Override
    public void update(Resource object) {
      objects.put(object.key(), object);
      version = object.version();
    }

    @Override
    public void delete(Resource object) {
      objects.remove(object.key());
      version = object.version();
    }

    @Override
    public void bookmark(ResourceVersion newVersion) {
      version = newVersion;
    }
  }
}
