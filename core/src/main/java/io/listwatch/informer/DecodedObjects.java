package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Decodes objects, each state once for all callers, and caches the most recently used up to a total
 * weight, in bytes of JSON.
 *
 * <p>Thread-safe. The lock is a leaf. Objects are decoded outside it, and a caller that needs an
 * object which another thread is decoding waits for that thread.
 */
final class DecodedObjects<T> {
  private final ObjectCodec<T> codec;
  private final long maxWeight;
  private final @Nullable MutationDetector<T> detector;
  private final ReentrantLock lock = new ReentrantLock();

  /** Cached objects, the least recently used first. */
  @GuardedBy("lock")
  private final LinkedHashMap<Resource, FutureTask<T>> remembered =
      new LinkedHashMap<>(16, 0.75f, true);

  @GuardedBy("lock")
  private long weight;

  DecodedObjects(ObjectCodec<T> codec, long maxWeight, @Nullable MutationDetector<T> detector) {
    this.codec = codec;
    this.maxWeight = maxWeight;
    this.detector = detector;
  }

  T copy(Resource object) {
    return codec.decode(object);
  }

  T shared(Resource object) {
    var task = remember(object, new FutureTask<>(() -> decode(object)));
    task.run();
    try {
      return task.get();
    } catch (ExecutionException failure) {
      forget(object, task);
      throw rethrow(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return codec.decode(object);
    }
  }

  private T decode(Resource object) {
    T value = codec.decode(object);
    if (detector != null) {
      detector.handedOut(object, value);
    }
    return value;
  }

  private static RuntimeException rethrow(ExecutionException failure) {
    if (failure.getCause() instanceof RuntimeException cause) {
      return cause;
    }
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(failure.getCause());
  }

  private FutureTask<T> remember(Resource object, FutureTask<T> fresh) {
    lock.lock();
    try {
      FutureTask<T> known = remembered.get(object);
      if (known != null) {
        return known;
      }
      remembered.put(object, fresh);
      weight += object.size();
      evict();
      return fresh;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void evict() {
    Iterator<Map.Entry<Resource, FutureTask<T>>> eldest = remembered.entrySet().iterator();
    while (weight > maxWeight && eldest.hasNext()) {
      weight -= eldest.next().getKey().size();
      eldest.remove();
    }
  }

  private void forget(Resource object, FutureTask<T> task) {
    lock.lock();
    try {
      if (remembered.remove(object, task)) {
        weight -= object.size();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of JSON bytes that the cached objects were decoded from. */
  long weight() {
    lock.lock();
    try {
      return weight;
    } finally {
      lock.unlock();
    }
  }
}
