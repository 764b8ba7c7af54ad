package io.listwatch.server.kubelet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.time.Timers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads the start of an error response, for a limited time. */
final class ErrorText implements Flow.Subscriber<List<ByteBuffer>> {
  /** The maximum number of bytes, as in kube-apiserver. */
  private static final int MAX_LENGTH = 50_000;

  private final CompletableFuture<String> text = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private volatile Flow.@Nullable Subscription subscription;

  private ErrorText() {}

  static CompletionStage<String> of(
      Flow.Publisher<List<ByteBuffer>> body, Timers timers, Duration atMost) {
    var reader = new ErrorText();
    body.subscribe(reader);
    Timers.Timer limit = timers.schedule(atMost, reader::cancel);
    return reader.text.whenComplete((text, failure) -> limit.cancel());
  }

  private void cancel() {
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
    text.complete("");
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    newSubscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer each : buffers) {
      byte[] part = new byte[Math.min(each.remaining(), MAX_LENGTH - bytes.size())];
      each.get(part);
      bytes.writeBytes(part);
    }
    if (bytes.size() == MAX_LENGTH) {
      onComplete();
      cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    text.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    text.complete(bytes.toString(UTF_8));
  }
}
