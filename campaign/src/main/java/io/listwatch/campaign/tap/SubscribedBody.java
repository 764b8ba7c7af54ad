package io.listwatch.campaign.tap;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/**
 * The body of a response, as a stream. Knows whether the JDK's client has subscribed to it: the
 * client of JDK 17 never does if an HTTP/2 connection breaks right after the headers.
 */
final class SubscribedBody implements BodySubscriber<InputStream> {
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  private final BodySubscriber<InputStream> stream = BodySubscribers.ofInputStream();
  private final CountDownLatch subscribed = new CountDownLatch(1);

  /** Blocks until the client has subscribed to this body. */
  void awaitSubscription() throws IOException, InterruptedException {
    if (!subscribed.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException("the connection broke before the body");
    }
  }

  @Override
  public CompletionStage<InputStream> getBody() {
    return stream.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscribed.countDown();
    stream.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    stream.onNext(buffers);
  }

  @Override
  public void onError(Throwable failure) {
    stream.onError(failure);
  }

  @Override
  public void onComplete() {
    stream.onComplete();
  }
}
