package io.listwatch.reflector;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchOptions;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Returns the scripted results in order. After the last one, it blocks until it is interrupted.
 *
 * <p>Thread-safe.
 */
final class ScriptedSource implements ListerWatcher {
  private final Queue<SourceCalls.Call<ResourceList>> lists = new ConcurrentLinkedQueue<>();
  private final Queue<SourceCalls.Call<Watch>> watches = new ConcurrentLinkedQueue<>();
  private final AtomicInteger given = new AtomicInteger();
  private volatile @Nullable FakeWatch current;
  private volatile boolean silent;

  ScriptedSource lists(ResourceVersion version, Resource... objects) {
    return lists(ResourceList.of(List.of(objects), version));
  }

  ScriptedSource lists(ResourceList answer) {
    return lists(() -> answer);
  }

  ScriptedSource lists(SourceCalls.Call<ResourceList> answer) {
    lists.add(answer);
    return this;
  }

  ScriptedSource failsToList(RuntimeException failure) {
    return lists(
        () -> {
          throw failure;
        });
  }

  ScriptedSource watches(FakeWatch answer) {
    return watches(
        () -> {
          current = answer;
          return answer;
        });
  }

  ScriptedSource watches(SourceCalls.Call<Watch> answer) {
    watches.add(answer);
    return this;
  }

  /** True if the reflector waits for a result or an event beyond the script. */
  boolean exhausted() {
    FakeWatch watch = current;
    return silent || (watch != null && watch.readerWaits());
  }

  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    return next(lists);
  }

  @Override
  public ResourceList list(ListOptions options, Consumer<? super Resource> objects)
      throws InterruptedException {
    ResourceList answer = list(options);
    for (Resource object : answer.items()) {
      given.incrementAndGet();
      objects.accept(object);
    }
    return answer.with(List.of());
  }

  /** Returns the number of list items passed on so far. */
  int given() {
    return given.get();
  }

  @Override
  public Watch watch(WatchOptions options) throws InterruptedException {
    return next(watches);
  }

  private <T> T next(Queue<SourceCalls.Call<T>> answers) throws InterruptedException {
    SourceCalls.Call<T> answer = answers.poll();
    if (answer == null) {
      silent = true;
      new CountDownLatch(1).await();
      throw new AssertionError("a latch that nobody counts down has opened");
    }
    return answer.call();
  }
}
