package io.listwatch.server.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Collects a response body in memory and fails if it exceeds a size, or the budget of all
 * responses.
 */
final class BoundedBody implements BodySubscriber<byte[]> {
  private static final long RELEASED = -1;

  private final int max;
  private final ResponseBudget budget;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private @Nullable Subscription subscription;

  /** Bytes taken from the budget; negative once they have been given back. */
  private final AtomicLong taken = new AtomicLong();

  BoundedBody(int max, ResponseBudget budget) {
    this.max = max;
    this.budget = budget;
  }

  /** Returns the bytes to the budget. Takes none from then on. */
  void release() {
    long all = taken.getAndSet(RELEASED);
    if (all > 0) {
      budget.giveBack(all);
    }
  }

  /** Takes bytes from the budget until {@link #release}; false if there are not that many. */
  boolean take(int more) {
    if (!budget.take(more)) {
      return false;
    }
    long before = taken.getAndUpdate(all -> all == RELEASED ? RELEASED : all + more);
    if (before == RELEASED) {
      budget.giveBack(more);
    }
    return true;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription source) {
    subscription = source;
    source.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    for (ByteBuffer piece : pieces) {
      if (bytes.size() + piece.remaining() > max) {
        reject("the response has more than " + max + " bytes");
        return;
      }
      if (!take(piece.remaining())) {
        reject("the responses of all webhooks have more than " + budget.max() + " bytes");
        return;
      }
      var copy = new byte[piece.remaining()];
      piece.get(copy);
      bytes.writeBytes(copy);
    }
  }

  private void reject(String reason) {
    // Completed before the cancellation, which may complete it with another exception.
    body.completeExceptionally(new IOException(reason));
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
