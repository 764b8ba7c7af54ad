package io.listwatch.official;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.CallGenerator;
import io.kubernetes.client.util.CallGeneratorParams;
import io.listwatch.client.http.Exchange;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import okhttp3.Request;

/**
 * Sends requests through the official client's HTTP client, with the headers that a generator's
 * calls have, credentials included.
 *
 * <p>Thread-safe. OkHttp blocks, so each request has a thread, which ends with the response.
 */
final class OkHttpExchange implements Exchange {
  private final ApiClient client;
  private final CallGenerator generator;

  OkHttpExchange(ApiClient client, CallGenerator generator) {
    this.client = client;
    this.generator = generator;
  }

  @Override
  public CompletableFuture<Head> get(
      URI uri, List<String> headers, boolean watch, Flow.Subscriber<List<ByteBuffer>> body) {
    Request request;
    try {
      request = request(uri, headers, watch);
    } catch (ApiException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    var response = new BlockingResponse(client.getHttpClient().newCall(request), body);
    var thread = new Thread(response, "listwatch-official-" + uri.getPath());
    thread.setDaemon(true);
    thread.start();
    return response.head();
  }

  /** Generated anew for each request, because tokens expire. */
  private Request request(URI uri, List<String> headers, boolean watch) throws ApiException {
    Request.Builder request =
        generator
            .generate(new CallGeneratorParams(watch, null, null))
            .request()
            .newBuilder()
            .url(uri.toString());
    for (int i = 0; i < headers.size(); i += 2) {
      request.header(headers.get(i), headers.get(i + 1));
    }
    return request.build();
  }
}
