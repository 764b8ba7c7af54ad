package io.listwatch.fabric8;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.listwatch.client.http.Exchange;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * Sends requests through a fabric8 client's HTTP client, with its credentials, retries and
 * interceptors. Thread-safe.
 */
final class ClientExchange implements Exchange {
  private final HttpClient client;

  ClientExchange(HttpClient client) {
    this.client = client;
  }

  @Override
  public CompletableFuture<Head> get(
      URI uri, List<String> headers, boolean watch, Flow.Subscriber<List<ByteBuffer>> body) {
    var sent =
        client.consumeBytes(
            request(uri, headers, watch), (buffers, asyncBody) -> body.onNext(buffers));
    var begun = sent.thenApply(response -> begin(response, body));
    var unused =
        begun.whenComplete(
            (head, failure) -> {
              if (begun.isCancelled()) {
                sent.cancel(true);
              }
            });
    return begun;
  }

  private HttpRequest request(URI uri, List<String> headers, boolean watch) {
    HttpRequest.Builder request = client.newHttpRequestBuilder().uri(uri);
    for (int i = 0; i < headers.size(); i += 2) {
      request.setHeader(headers.get(i), headers.get(i + 1));
    }
    return (watch ? request.forStreaming() : request).build();
  }

  private static Head begin(
      HttpResponse<AsyncBody> response, Flow.Subscriber<List<ByteBuffer>> body) {
    AsyncBody source = response.body();
    var unused =
        source
            .done()
            .whenComplete(
                (end, failure) -> {
                  if (failure == null) {
                    body.onComplete();
                  } else {
                    body.onError(failure);
                  }
                });
    body.onSubscribe(new Pull(source));
    return new Head(response.code(), HttpHeaders.of(response.headers(), (name, value) -> true));
  }

  /** Requests the pieces of a body. */
  private record Pull(AsyncBody source) implements Flow.Subscription {
    @Override
    public void request(long pieces) {
      source.consume();
    }

    @Override
    public void cancel() {
      source.cancel();
    }
  }
}
