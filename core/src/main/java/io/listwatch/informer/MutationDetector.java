package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Detects users that change a shared decoded object, by encoding returned objects again and
 * comparing.
 *
 * <p>For tests and diagnosis: it costs an encoding of every object returned. It checks the {@value
 * #KEPT} objects returned last. Thread-safe; the lock is a leaf.
 */
final class MutationDetector<T> {
  private static final int KEPT = 10_000;

  private final ObjectCodec<T> codec;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final ArrayDeque<HandedOut<T>> watched = new ArrayDeque<>();

  MutationDetector(ObjectCodec<T> codec) {
    this.codec = codec;
  }

  void handedOut(Resource object, T value) {
    var entry = new HandedOut<>(object.key(), value, codec.encode(value));
    lock.lock();
    try {
      watched.add(entry);
      if (watched.size() > KEPT) {
        watched.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the keys of objects that have been changed since they were returned; each is reported
   * once.
   */
  Set<ResourceKey> mutated() {
    var keys = new TreeSet<ResourceKey>();
    for (var entry : entries()) {
      if (changed(entry)) {
        keys.add(entry.key);
        remove(entry);
      }
    }
    return keys;
  }

  /**
   * An object that can no longer be encoded has been changed too, or is being changed right now.
   */
  private boolean changed(HandedOut<T> entry) {
    try {
      return !Arrays.equals(codec.encode(entry.value), entry.encoded);
    } catch (RuntimeException | StackOverflowError notAsItWas) {
      return true;
    }
  }

  private List<HandedOut<T>> entries() {
    lock.lock();
    try {
      return new ArrayList<>(watched);
    } finally {
      lock.unlock();
    }
  }

  private void remove(HandedOut<T> entry) {
    lock.lock();
    try {
      watched.remove(entry);
    } finally {
      lock.unlock();
    }
  }

  private static final class HandedOut<T> {
    private final ResourceKey key;
    private final T value;
    private final byte[] encoded;

    private HandedOut(ResourceKey key, T value, byte[] encoded) {
      this.key = key;
      this.value = value;
      this.encoded = encoded;
    }
  }
}
