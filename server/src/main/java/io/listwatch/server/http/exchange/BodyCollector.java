package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import io.listwatch.model.ApiException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Collects the parts of a body and charges each to a budget as it arrives. Armeria's own {@code
 * aggregate} shows the parts only once all have arrived.
 *
 * <p>Threads: the request's event loop.
 */
final class BodyCollector implements Subscriber<HttpObject> {
  private final BodyBudget.Share share;
  private final BodyParts parts = new BodyParts();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private @Nullable Subscription subscription;

  private BodyCollector(BodyBudget.Share share) {
    this.share = share;
  }

  /** Reads the body of a request. Its bytes count until the request is over. */
  static CompletionStage<byte[]> collect(Exchange exchange, BodyBudget.Share share) {
    AfterStage.run(exchange.context().log().whenComplete(), Runnable::run, share::close);
    var collector = new BodyCollector(share);
    exchange.request().subscribe(collector, exchange.context().eventLoop());
    return collector.whole;
  }

  @Override
  public void onSubscribe(Subscription opened) {
    subscription = opened;
    opened.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(HttpObject part) {
    if (!(part instanceof HttpData data) || whole.isDone()) {
      return;
    }
    try {
      share.add(data.length());
      parts.add(data.array());
    } catch (ApiException rejected) {
      fail(rejected);
      if (subscription != null) {
        subscription.cancel();
      }
    }
  }

  @Override
  public void onError(Throwable cause) {
    fail(cause);
  }

  private void fail(Throwable cause) {
    parts.clear();
    whole.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    whole.complete(parts.joined());
  }
}
