package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.Things;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A cache whose threads are task queues that a test steps through in any order: the writer, two
 * event loops and the workers that read storage. Everything runs on the test's thread, so a seed
 * repeats a run exactly.
 *
 * <p>The writer also interleaves: a subscription calls {@link #window} and {@link #state} in the
 * middle of its methods, and each time the writer may take a step first. A wake-up could get lost
 * at these points.
 */
final class SimulatedCache implements WatchedCache, AutoCloseable {
  private static final List<String> COLOURS = List.of("red", "blue");

  /** One change of history: the object before and after it. */
  record Change(long version, @Nullable Resource before, @Nullable Resource after) {}

  private final Random random;
  private final Storage storage = MemoryStorage.open(new ManualStorageClock());
  private final ResourceStorage writes =
      new DirectResourceStorage(storage, Things.codec(), Runnable::run, Metrics.none());
  private final ArrayDeque<Runnable> workers = new ArrayDeque<>();
  private final ResourceStorage direct =
      new DirectResourceStorage(storage, Things.codec(), workers::add, Metrics.none());
  private final List<ArrayDeque<Runnable>> loops = List.of(new ArrayDeque<>(), new ArrayDeque<>());
  private final EventWindow window;
  private final WatchDispatcher dispatcher;
  private final WatchCache cache;
  private final CacheMeters meters;

  private final List<Change> history = new ArrayList<>();
  private final Map<String, Resource> current = new HashMap<>();

  /** Changes that are in storage but not in the cache. */
  private final ArrayDeque<Change> unread = new ArrayDeque<>();

  private long compacted;
  private int lists;
  private boolean interrupting;

  SimulatedCache(Random random, int windowSize) {
    this.random = random;
    var limits = new WindowLimits(windowSize, 1, Duration.ofHours(1));
    window = new EventWindow(limits, new ByteBudget(1 << 30));
    dispatcher = new WatchDispatcher(window);
    cache =
        new WatchCache(
            window,
            new FieldDemand(List.of(Things.COLOUR)),
            account(),
            new ManualTimers(),
            () -> false,
            new Dispatching());
    meters = new CacheMeters(Things.TYPE, Metrics.none(), cache);
    write();
    relist();
  }

  /** Returns an account in a memory that has room for everything. */
  static CacheAccount account() {
    var memory = new CacheMemory(Long.MAX_VALUE, new ManualTimers(), Runnable::run, Metrics.none());
    return memory.open(memory.add(new NoOwner()));
  }

  /** A resource that keeps its cache. */
  static final class NoOwner implements CacheOwner {
    @Override
    public String name() {
      return "things";
    }

    @Override
    public CacheDescription describe(boolean recent) {
      return CacheDescription.uncached(ResourceType.cluster("v1", "Thing", "things"));
    }

    @Override
    public void dropCache() {
      throw new AssertionError("there is room");
    }

    @Override
    public void restoreCache() {
      throw new AssertionError("there is room");
    }

    @Override
    public long storedObjects() {
      return 0;
    }
  }

  List<Change> history() {
    return history;
  }

  long version() {
    return history.get(history.size() - 1).version();
  }

  /** Returns the newest version that storage has compacted. */
  long compacted() {
    return compacted;
  }

  /** Returns the number of lists that filled the cache. */
  int lists() {
    return lists;
  }

  ArrayDeque<Runnable> anyLoop() {
    return loops.get(random.nextInt(loops.size()));
  }

  void write() {
    String name = "thing-" + random.nextInt(4);
    Resource before = current.get(name);
    if (before != null && random.nextInt(3) == 0) {
      Resource last = join(writes.write(Things.key(name), Things.delete()));
      current.remove(name);
      record(new Change(version(last), before, null));
      return;
    }
    String colour = COLOURS.get(random.nextInt(COLOURS.size()));
    Resource after = join(writes.write(Things.key(name), Things.put(Things.thing(name, colour))));
    if (before == null || !after.version().equals(before.version())) {
      current.put(name, after);
      record(new Change(version(after), before, after));
    }
  }

  private void record(Change change) {
    history.add(change);
    unread.add(change);
  }

  private static long version(Resource object) {
    return Long.parseLong(object.version().toString());
  }

  /** The reflector's thread applies the next change, or a progress notification. */
  void stepWriter() {
    Change change = unread.poll();
    if (change == null) {
      cache.bookmark(ResourceVersion.of(version()));
    } else if (change.after() != null) {
      cache.add(change.after());
    } else {
      Resource last = Objects.requireNonNull(change.before());
      cache.delete(last.withVersion(ResourceVersion.of(change.version())));
    }
  }

  /** The reflector loses its watch and lists again, if the list will differ. */
  void relist() {
    if (!unread.isEmpty()) {
      unread.clear();
      lists++;
      cache.replace(List.copyOf(current.values()), Set.of(), ResourceVersion.of(version()));
    }
  }

  void compact() {
    long version = history.get(random.nextInt(history.size())).version();
    compacted = Math.max(compacted, version);
    join(storage.compact(compacted));
  }

  void stepWorker() {
    run(workers);
  }

  void stepLoop() {
    run(anyLoop());
  }

  private static void run(ArrayDeque<Runnable> tasks) {
    Runnable task = tasks.poll();
    if (task != null) {
      task.run();
    }
  }

  /** True if any thread has a task. */
  boolean isBusy() {
    return !unread.isEmpty() || !workers.isEmpty() || loops.stream().anyMatch(l -> !l.isEmpty());
  }

  private void maybeInterrupt() {
    if (!interrupting && random.nextInt(4) == 0) {
      interrupting = true;
      for (int steps = 1 + random.nextInt(3); steps > 0 && !unread.isEmpty(); steps--) {
        stepWriter();
      }
      interrupting = false;
    }
  }

  @Override
  public CacheState state() {
    maybeInterrupt();
    return cache.state();
  }

  @Override
  public EventWindow window() {
    maybeInterrupt();
    return window;
  }

  @Override
  public WatchDispatcher dispatcher() {
    return dispatcher;
  }

  @Override
  public CacheMeters meters() {
    return meters;
  }

  @Override
  public CompletionStage<?> recent() {
    return CompletableFuture.completedStage(null);
  }

  @Override
  public ResourceStorage direct() {
    return direct;
  }

  @Override
  public void closed(WatchSubscription subscription) {}

  @Override
  public void close() {
    storage.close();
  }

  /** Ignores all events. */
  static final class NoListener implements CacheListener {
    @Override
    public void onReached(long version, boolean progress) {}

    @Override
    public void onChanged(int changes) {}

    @Override
    public void onReplaced() {}
  }

  /** Wakes the loops as the server's cache does. */
  private final class Dispatching implements CacheListener {
    @Override
    public void onReached(long version, boolean progress) {}

    @Override
    public void onChanged(int changes) {
      dispatcher.changed();
    }

    @Override
    public void onReplaced() {
      dispatcher.changed();
    }
  }
}
