package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response while it arrives. The reader pulls: the next piece is requested when the
 * last one has been taken, so a slow reader slows down the stream instead of filling the heap.
 *
 * <p>Threads: the HTTP client's threads bring pieces, one at a time; one thread reads; any thread
 * may wake it up or close. The lock is a leaf.
 */
public final class ResponseBody implements HttpResponse.BodySubscriber<ResponseBody>, Pieces {
  /**
   * Maximum wait for the HTTP client to subscribe, which it does when it returns the response. The
   * client of JDK 17 never does so if an HTTP/2 connection breaks after the headers of the response
   * and before the body is subscribed; a watch would stay silent for ever.
   */
  static final Duration MAX_SUBSCRIBE_WAIT = Duration.ofSeconds(5);

  private final Timers timers;
  private final Supplier<@Nullable Duration> timeout;
  private final Consumer<ResponseBody> onOver;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final ArrayDeque<ByteBuffer> pieces = new ArrayDeque<>();

  @GuardedBy("lock")
  private Flow.@Nullable Subscription subscription;

  @GuardedBy("lock")
  private @Nullable UnavailableException failure;

  @GuardedBy("lock")
  private long received;

  @GuardedBy("lock")
  private boolean over;

  @GuardedBy("lock")
  private boolean broken;

  @GuardedBy("lock")
  private boolean silent;

  @GuardedBy("lock")
  private boolean closed;

  @GuardedBy("lock")
  private boolean woken;

  /**
   * @param timeout returns the maximum wait for the next piece, called before each wait; null for
   *     no limit
   * @param onOver called when no more data will come, perhaps more than once; must not block
   */
  ResponseBody(Timers timers, Supplier<@Nullable Duration> timeout, Consumer<ResponseBody> onOver) {
    this.timers = timers;
    this.timeout = timeout;
    this.onOver = onOver;
  }

  /** Returns a completed stage: a response waits only for its headers. */
  @Override
  public CompletionStage<ResponseBody> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    boolean unwanted;
    lock.lock();
    try {
      unwanted = closed || subscription != null;
      if (!unwanted) {
        subscription = newSubscription;
      }
    } finally {
      lock.unlock();
    }
    if (unwanted) {
      newSubscription.cancel();
    } else {
      newSubscription.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    boolean asksForMore;
    lock.lock();
    try {
      if (!closed) {
        addLocked(buffers);
      }
      asksForMore = !closed && pieces.isEmpty();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (asksForMore) {
      requestMore();
    }
  }

  @GuardedBy("lock")
  private void addLocked(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (buffer.hasRemaining()) {
        received += buffer.remaining();
        pieces.add(buffer);
      }
    }
  }

  @Override
  public void onError(Throwable cause) {
    reportBreak();
    finish(new UnavailableException("the connection broke: " + cause, cause));
  }

  /**
   * Called before the reader is notified, so that its next request does not use this connection.
   */
  private void reportBreak() {
    lock.lock();
    try {
      broken |= !over;
    } finally {
      lock.unlock();
    }
    onOver.accept(this);
  }

  @Override
  public void onComplete() {
    finish(null);
  }

  private void finish(@Nullable UnavailableException cause) {
    lock.lock();
    try {
      if (!over) {
        over = true;
        failure = cause;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    onOver.accept(this);
  }

  @Override
  public @Nullable ByteBuffer next() throws InterruptedException {
    Timers.Timer limit = isReady() ? null : startTimeout();
    try {
      return await();
    } finally {
      if (limit != null) {
        limit.cancel();
      }
    }
  }

  private boolean isReady() {
    lock.lock();
    try {
      return over || woken || !pieces.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private Timers.@Nullable Timer startTimeout() {
    Duration longest = timeout.get();
    if (longest == null) {
      return subscribed() ? null : timers.schedule(MAX_SUBSCRIBE_WAIT, this::breakUnlessSubscribed);
    }
    return timers.schedule(
        longest, () -> fail(new UnavailableException("no data for %s".formatted(longest))));
  }

  private void breakUnlessSubscribed() {
    if (!subscribed()) {
      onError(new IOException("no body within %s".formatted(MAX_SUBSCRIBE_WAIT)));
      cancel();
    }
  }

  private boolean subscribed() {
    lock.lock();
    try {
      return subscription != null;
    } finally {
      lock.unlock();
    }
  }

  private void fail(UnavailableException cause) {
    reportSilence();
    finish(cause);
    cancel();
  }

  /**
   * Called before the reader is notified, so that its next request does not use this connection.
   */
  private void reportSilence() {
    lock.lock();
    try {
      silent |= !over;
    } finally {
      lock.unlock();
    }
    onOver.accept(this);
  }

  /** True if the body ended because its connection broke. */
  boolean broken() {
    lock.lock();
    try {
      return broken;
    } finally {
      lock.unlock();
    }
  }

  /** True if the body ended because no data arrived for too long. */
  boolean silent() {
    lock.lock();
    try {
      return silent;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable ByteBuffer await() throws InterruptedException {
    ByteBuffer piece;
    boolean last;
    lock.lockInterruptibly();
    try {
      while (pieces.isEmpty() && !over && !woken) {
        changed.await();
      }
      piece = pieces.poll();
      last = pieces.isEmpty();
      if (piece == null) {
        woken = false;
        throwFailureLocked();
      }
    } finally {
      lock.unlock();
    }
    if (piece != null && last) {
      requestMore();
    }
    return piece;
  }

  @GuardedBy("lock")
  private void throwFailureLocked() {
    UnavailableException cause = failure;
    failure = null;
    if (cause != null) {
      throw cause;
    }
  }

  private void requestMore() {
    Flow.Subscription current = subscription();
    if (current != null) {
      current.request(1);
    }
  }

  private Flow.@Nullable Subscription subscription() {
    lock.lock();
    try {
      return closed ? null : subscription;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean ended() {
    lock.lock();
    try {
      return over && pieces.isEmpty() && failure == null;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of bytes received, read or not. */
  public long received() {
    lock.lock();
    try {
      return received;
    } finally {
      lock.unlock();
    }
  }

  /** Makes a blocked {@link #next}, or else the following one, return null if there is no data. */
  public void wakeUp() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Closes a stream that should have received data, and stops using its connection. */
  public void abandon() {
    reportSilence();
    close();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      pieces.clear();
      over = true;
      failure = null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    cancel();
    onOver.accept(this);
  }

  private void cancel() {
    Flow.Subscription current;
    lock.lock();
    try {
      closed = true;
      current = subscription;
    } finally {
      lock.unlock();
    }
    if (current != null) {
      current.cancel();
    }
  }
}
