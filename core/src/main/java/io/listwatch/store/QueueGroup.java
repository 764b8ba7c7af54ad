package io.listwatch.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Several queues with one consumer, which takes from each in turn, so that several collections can
 * fill one store.
 *
 * <p>Threads: create all queues before any is used. Then each has its producers, as any {@link
 * InformerQueue}, and one thread takes from all. They share a lock, which is a leaf.
 */
public final class QueueGroup implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition readable = lock.newCondition();
  private final List<BoundedQueue> queues = new ArrayList<>();

  /** Index of the queue to take from next. Confined to the consumer's thread. */
  private int turn;

  /** Adds an {@link InOrderQueue}. */
  public InformerQueue addInOrder(Supplier<? extends KnownObjects> store, int capacity) {
    return add(new InOrderQueue(store, capacity, lock, readable));
  }

  /** Adds a {@link DeltaFifo}. */
  public InformerQueue addDeltaFifo(Supplier<? extends KnownObjects> store, int capacity) {
    return add(new DeltaFifo(store, capacity, lock, readable));
  }

  private InformerQueue add(BoundedQueue queue) {
    queues.add(queue);
    return queue;
  }

  /**
   * Blocks until the next batch of any queue.
   *
   * @return null once all queues are closed and everything has been taken
   */
  public @Nullable Taken take() throws InterruptedException {
    queues.forEach(BoundedQueue::beforeTake);
    lock.lockInterruptibly();
    try {
      Taken taken = poll();
      while (taken == null && !drained()) {
        readable.await();
        taken = poll();
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Taken poll() {
    for (int i = 0; i < queues.size(); i++) {
      int number = (turn + i) % queues.size();
      InformerQueue.Batch batch = queues.get(number).poll();
      if (batch != null) {
        turn = number + 1;
        return new Taken(number, batch);
      }
    }
    return null;
  }

  private boolean drained() {
    return queues.stream().allMatch(BoundedQueue::drained);
  }

  /** Returns the number of deltas in all queues. */
  public int size() {
    return queues.stream().mapToInt(BoundedQueue::size).sum();
  }

  @Override
  public void close() {
    queues.forEach(BoundedQueue::close);
  }

  /**
   * A batch and its queue.
   *
   * @param queue index of the queue, in the order in which they were added
   */
  public record Taken(int queue, InformerQueue.Batch batch) {}
}
