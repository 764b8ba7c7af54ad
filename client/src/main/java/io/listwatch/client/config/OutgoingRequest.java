package io.listwatch.client.config;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A request that a client is about to send.
 *
 * <p>Confined to the thread that sends it.
 */
public final class OutgoingRequest {
  private final String method;
  private final URI uri;
  private final int retries;
  private final List<String> headers = new ArrayList<>();

  /**
   * Creates a request without further headers.
   *
   * @param retries number of times the request has been sent before
   */
  public OutgoingRequest(String method, URI uri, int retries) {
    this.method = method;
    this.uri = uri;
    this.retries = retries;
  }

  public String method() {
    return method;
  }

  /** Returns the URL with its query. */
  public URI uri() {
    return uri;
  }

  /**
   * Returns the number of times the request has been sent before. Requests are retried if the
   * server asks for it, or if their connection breaks.
   */
  public int retries() {
    return retries;
  }

  /** Adds a header. */
  public void header(String name, String value) {
    headers.add(name);
    headers.add(value);
  }

  /** Returns the added headers, names and values in turn. */
  public List<String> headers() {
    return List.copyOf(headers);
  }
}
