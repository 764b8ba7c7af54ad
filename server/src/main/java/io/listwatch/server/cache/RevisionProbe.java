package io.listwatch.server.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.storage.Storage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads the current revision of storage, with one request for all callers that came before it was
 * sent. The response includes every write that was acknowledged before any of them called.
 *
 * <pre>
 *   a calls ─▶ sent ·················▶ response: a
 *                 b, c call (too late for a's) ─▶ sent ····▶ response: b, c
 * </pre>
 *
 * <p>Thread-safe. No other lock is taken while the lock is held.
 */
final class RevisionProbe {
  private final Storage storage;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private boolean underWay;

  /** The result for callers that came after the pending request was sent. */
  @GuardedBy("lock")
  private @Nullable CompletableFuture<Long> next;

  RevisionProbe(Storage storage) {
    this.storage = storage;
  }

  CompletionStage<Long> ask() {
    CompletableFuture<Long> answer;
    lock.lock();
    try {
      if (underWay) {
        next = next == null ? new CompletableFuture<>() : next;
        return next;
      }
      underWay = true;
      answer = new CompletableFuture<>();
    } finally {
      lock.unlock();
    }
    send(answer);
    return answer;
  }

  private void send(CompletableFuture<Long> answer) {
    storage
        .currentRevision()
        .whenComplete(
            (revision, failure) -> {
              sendNext();
              if (failure == null) {
                answer.complete(revision);
              } else {
                answer.completeExceptionally(failure);
              }
            });
  }

  private void sendNext() {
    CompletableFuture<Long> following;
    lock.lock();
    try {
      following = next;
      next = null;
      underWay = following != null;
    } finally {
      lock.unlock();
    }
    if (following != null) {
      send(following);
    }
  }
}
