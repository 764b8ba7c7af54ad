package io.listwatch.server.http.interference;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.stream.AbortedStreamException;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.BodySizes;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Breaks the connection before or within a response. */
final class LostResponse {
  private LostResponse() {}

  /**
   * Sends nothing of the response. Waits for it first, so that the request has been carried out by
   * then.
   */
  static HttpResponse whole(HttpResponse answer) {
    var parts = answer.split();
    return HttpResponse.of(
        parts
            .headers()
            .handle(
                (headers, failure) -> {
                  parts.body().abort();
                  return HttpResponse.ofFailure(AbortedStreamException.get());
                }));
  }

  /** Sends half of the response, or half of its start if it is longer than the buffer. */
  static HttpResponse afterHalf(HttpResponse answer) {
    var parts = answer.split();
    var beginning = new Beginning();
    parts.body().subscribe(beginning);
    return HttpResponse.of(parts.headers().thenCombine(beginning.bytes, LostResponse::half));
  }

  private static HttpResponse half(ResponseHeaders headers, byte[] beginning) {
    HttpResponseWriter writer = HttpResponse.streaming();
    writer.write(headers);
    writer.write(HttpData.wrap(beginning, 0, beginning.length / 2));
    AfterStage.run(writer.whenConsumed(), Runnable::run, writer::abort);
    return writer;
  }

  /** Collects the start of a body. */
  private static final class Beginning implements Subscriber<HttpData> {
    private final CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    @Override
    public void onSubscribe(Subscription body) {
      AfterStage.run(bytes, Runnable::run, body::cancel);
      body.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(HttpData data) {
      read.writeBytes(data.array());
      if (read.size() >= BodySizes.MAX_BODY) {
        onComplete();
      }
    }

    @Override
    public void onError(Throwable failure) {
      bytes.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      bytes.complete(read.toByteArray());
    }
  }
}
