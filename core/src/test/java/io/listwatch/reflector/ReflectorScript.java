package io.listwatch.reflector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.InternalErrorException;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One script of everything that can happen between a source and a store. A test of each kind of
 * store runs it through a {@link Reflector}; after each step the store equals the source.
 */
public final class ReflectorScript {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final FakeCollection collection = new FakeCollection();
  private final ManualTimers timers = new ManualTimers();

  public ReflectorScript(boolean streaming) {
    collection.streams(streaming);
    collection.put("first", "1");
    collection.put("second", "1");
    collection.put("third", "1");
  }

  /** Returns the source of the reflector under test. */
  public FakeCollection collection() {
    return collection;
  }

  /** Returns the clock of the reflector under test. */
  public ManualTimers timers() {
    return timers;
  }

  /** Starts a reflector that writes into {@code store}. */
  public Follower reflect(
      ReflectorStore store,
      Supplier<? extends Collection<Resource>> objects,
      Supplier<ResourceVersion> version) {
    Reflector reflector =
        Reflector.builder(collection, store).type(Notes.TYPE).timers(timers).build();
    var thread = new Thread(reflector, "reflector of " + store.getClass().getSimpleName());
    thread.setDaemon(true);
    thread.start();
    return new Follower(objects, version, reflector::status, reflector::close);
  }

  public void run(Follower follower) {
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

    // disconnect: the stream breaks, and the source is unavailable for some time
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

    // expire within the stream, and the following list fails once
    collection.failNextList(
        new InternalErrorException(Status.of(StatusReason.INTERNAL_ERROR, "oops")));
    collection.breakWatches(new ExpiredException(Status.of(StatusReason.EXPIRED, "too old")));
    collection.put("seventh", "1");
    settle(follower);

    assertThat(collection.objects().keySet())
        .extracting(ResourceKey::name)
        .containsExactly("fourth", "seventh", "sixth");
    // The same script makes the same history, so every kind of store ends at the same version.
    assertThat(follower.version().get()).isEqualTo(collection.version());
  }

  /** Breaks the watch and waits until the reflector has found the source unavailable. */
  private void away(Follower follower) {
    collection.refuseWatches(new UnavailableException("still away"));
    collection.breakWatches(new UnavailableException("away"));
    until(() -> follower.status().get().state() == ReflectorState.WAITING);
    collection.acceptWatches();
  }

  /** Lets the clock run, so that back-offs end, until the store equals the source. */
  private void settle(Follower follower) {
    until(
        () -> {
          boolean settled = isSettled(follower);
          if (!settled) {
            timers.advance(Duration.ofSeconds(1));
          }
          return settled;
        });
  }

  private boolean isSettled(Follower follower) {
    return byKey(follower.objects().get()).equals(collection.objects())
        && follower.version().get().equals(collection.version())
        && follower.status().get().state() == ReflectorState.WATCHING;
  }

  private static void until(BooleanSupplier condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(condition::getAsBoolean);
  }

  private static Map<ResourceKey, Resource> byKey(Collection<Resource> objects) {
    var byKey = new TreeMap<ResourceKey, Resource>();
    objects.forEach(object -> byKey.put(object.key(), object));
    return byKey;
  }

  /** A store that a reflector keeps equal to the collection. */
  public record Follower(
      Supplier<? extends Collection<Resource>> objects,
      Supplier<ResourceVersion> version,
      Supplier<ReflectorStatus> status,
      Runnable closing)
      implements AutoCloseable {
    @Override
    public void close() {
      closing.run();
    }
  }
}
