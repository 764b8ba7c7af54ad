package io.listwatch.client.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Sends a GET through the HTTP client of another library. Thread-safe, and does not block. */
public interface Exchange {
  /**
   * Sends a request. Cancelling the future ends it.
   *
   * @param headers names and values in turn; the library adds its credentials
   * @param watch whether the response is that of a watch, which may be silent for long
   * @param body receives the body, piece by piece, as it requests them
   * @return completes when the response begins, successful or not
   */
  CompletableFuture<Head> get(
      URI uri, List<String> headers, boolean watch, Flow.Subscriber<List<ByteBuffer>> body);

  /** The beginning of a response. */
  record Head(int code, HttpHeaders headers) {}
}
