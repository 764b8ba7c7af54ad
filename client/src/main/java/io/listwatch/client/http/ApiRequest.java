package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to an API server: any verb on any path.
 *
 * <p>Immutable; each method returns a copy with one change.
 */
public final class ApiRequest {
  private static final String JSON = "application/json";

  private final String method;
  private final String path;
  private final List<String> query;
  private final List<String> headers;
  private final byte @Nullable [] body;
  private final Reading reading;
  private final @Nullable Duration timeout;
  private final boolean retried;

  private ApiRequest(
      String method,
      String path,
      List<String> query,
      List<String> headers,
      byte @Nullable [] body,
      Reading reading,
      @Nullable Duration timeout,
      boolean retried) {
    this.method = method;
    this.path = path;
    this.query = List.copyOf(query);
    this.headers = List.copyOf(headers);
    this.body = body;
    this.reading = reading;
    this.timeout = timeout;
    this.retried = retried;
  }

  /**
   * Creates a request.
   *
   * @param path below the server's URL, encoded, starting with a slash; may contain a query
   */
  public static ApiRequest of(String method, String path) {
    if (!path.startsWith("/") || path.startsWith("//")) {
      throw new IllegalArgumentException("path: " + path + " (expected: a slash first)");
    }
    List<String> accept = List.of("Accept", JSON);
    return new ApiRequest(method, path, List.of(), accept, null, Reading.WHOLE, null, true);
  }

  public static ApiRequest get(String path) {
    return of("GET", path);
  }

  /** Adds a query parameter, which is encoded here. */
  public ApiRequest query(String name, String value) {
    var more = new ArrayList<>(query);
    more.add(encode(name) + "=" + encode(value));
    return new ApiRequest(method, path, more, headers, body, reading, timeout, retried);
  }

  static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /** Sets a header and replaces any other of that name. */
  public ApiRequest header(String name, String value) {
    var more = new ArrayList<String>();
    for (int i = 0; i < headers.size(); i += 2) {
      if (!headers.get(i).equalsIgnoreCase(name)) {
        more.addAll(headers.subList(i, i + 2));
      }
    }
    more.addAll(List.of(name, value));
    return new ApiRequest(method, path, query, more, body, reading, timeout, retried);
  }

  public ApiRequest accept(String mediaType) {
    return header("Accept", mediaType);
  }

  public ApiRequest body(byte[] json) {
    return body(JSON, json);
  }

  public ApiRequest body(String mediaType, byte[] bytes) {
    ApiRequest typed = header("Content-Type", mediaType);
    return new ApiRequest(
        method, path, query, typed.headers, bytes.clone(), reading, timeout, retried);
  }

  /** Makes the response readable as it arrives, whatever its length. */
  public ApiRequest streamed() {
    return reading(Reading.STREAM);
  }

  /**
   * Makes the request a watch: events may arrive at any time, so a silent response is no failure.
   */
  public ApiRequest watched() {
    return reading(Reading.WATCH);
  }

  /** Makes the request a watch whose initial events are a list, which compresses well. */
  public ApiRequest watchedFromList() {
    return reading(Reading.STREAMING_LIST);
  }

  private ApiRequest reading(Reading newReading) {
    return new ApiRequest(method, path, query, headers, body, newReading, timeout, retried);
  }

  /** Uses another timeout than the client's {@code callTimeout}. */
  public ApiRequest within(Duration newTimeout) {
    return new ApiRequest(method, path, query, headers, body, reading, newTimeout, retried);
  }

  /** Disables retries, for a caller with its own: every failure is thrown immediately. */
  public ApiRequest once() {
    return new ApiRequest(method, path, query, headers, body, reading, timeout, false);
  }

  String method() {
    return method;
  }

  /** Returns names and values in turn. */
  List<String> headers() {
    return headers;
  }

  byte @Nullable [] body() {
    return body;
  }

  Reading reading() {
    return reading;
  }

  boolean isWatch() {
    return reading == Reading.WATCH || reading == Reading.STREAMING_LIST;
  }

  Duration timeout(Duration otherwise) {
    return timeout == null ? otherwise : timeout;
  }

  boolean retried() {
    return retried;
  }

  /** Returns the full URL at a server. */
  URI at(URI server) {
    var text = new StringBuilder(server.toString()).append(path);
    char separator = path.indexOf('?') < 0 ? '?' : '&';
    for (String parameter : query) {
      text.append(separator).append(parameter);
      separator = '&';
    }
    return URI.create(text.toString());
  }

  /** Returns the method and the path, without the query. */
  String address() {
    return method + " " + path;
  }

  @Override
  public String toString() {
    return method + " " + path + (query.isEmpty() ? "" : "?" + String.join("&", query));
  }

  /** The way to read the response, which decides how the timeout applies. */
  enum Reading {
    /** In one piece, before the timeout. */
    WHOLE,
    /** Piece by piece, with the timeout for each piece. */
    STREAM,
    /** Piece by piece, with the timeout only until the response begins. */
    WATCH,
    /** As {@link #WATCH}, compressed if the server does that. */
    STREAMING_LIST
  }
}
