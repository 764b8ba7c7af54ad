package io.listwatch.client.http;

/** Sends requests to one server. Thread-safe. */
public interface Transport {
  /**
   * Sends a request and blocks until its response begins. An interrupt ends the wait.
   *
   * @return a successful response, which the caller closes
   * @throws io.listwatch.model.ApiException if the server rejects the request or fails, or is
   *     unreachable
   */
  ApiResponse send(ApiRequest request) throws InterruptedException;
}
