package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.listwatch.server.http.request.Representation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Responses that are written as a whole. */
public final class Responses {
  public static final String TEXT = "text/plain; charset=utf-8";

  /** The length up to which the body of a rejected request is read, as in Go's server. */
  private static final int MAX_DRAINED = 256 << 10;

  private Responses() {}

  /** Returns the headers that every response has. */
  public static ResponseHeadersBuilder headers(int code, String contentType) {
    return ResponseHeaders.builder(HttpStatus.valueOf(code))
        .set(HttpHeaderNames.CONTENT_TYPE, contentType)
        .set(HttpHeaderNames.CACHE_CONTROL, "no-cache, private");
  }

  public static HttpResponse text(int code, String text) {
    return HttpResponse.of(headers(code, TEXT).build(), HttpData.ofUtf8(text));
  }

  /** Returns an empty 204 response. */
  public static HttpResponse nothing() {
    return HttpResponse.of(
        ResponseHeaders.of(
            HttpStatus.NO_CONTENT, HttpHeaderNames.CACHE_CONTROL, "no-cache, private"));
  }

  /** Returns a plain text response that browsers must not interpret as another type. */
  public static HttpResponse plainText(int code, String text) {
    ResponseHeaders headers =
        headers(code, TEXT).set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff").build();
    return HttpResponse.of(headers, HttpData.ofUtf8(text));
  }

  public static HttpResponse pageNotFound() {
    return plainText(404, "404 page not found\n");
  }

  /**
   * Delays a response until the body of its request has been read, unless that is long, as Go's
   * server does. A client over HTTP/1.1 that gets a response while it still sends may consider the
   * connection broken.
   */
  public static HttpResponse afterBody(Exchange exchange, HttpResponse response) {
    long length = exchange.headers().contentLength();
    boolean delayed =
        !exchange.context().sessionProtocol().isMultiplex() && length > 0 && length <= MAX_DRAINED;
    return delayed
        ? HttpResponse.of(exchange.request().subscribe().handle((read, failed) -> response))
        : response;
  }

  /** Returns a body in the negotiated representation. */
  public static HttpResponse body(
      Exchange exchange, int code, Representation representation, Encoding encoding) {
    ResponseHeadersBuilder headers = headers(code, representation.format().mediaType());
    return body(exchange, headers, representation, encoding);
  }

  public static HttpResponse body(
      Exchange exchange,
      ResponseHeadersBuilder headers,
      Representation representation,
      Encoding encoding) {
    byte[] body = encode(representation, encoding);
    if (exchange.acceptsGzip() && body.length > GzipStream.THRESHOLD) {
      GzipStream.addHeaders(headers);
      body = GzipStream.compress(body);
    }
    return HttpResponse.of(headers.build(), new ArrayData(body));
  }

  private static byte[] encode(Representation representation, Encoding encoding) {
    var body = new ByteArrayOutputStream();
    OutputStream out = BodyStyle.of(representation).over(body);
    try {
      encoding.write(out);
      BodyStyle.of(representation).finish(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return body.toByteArray();
  }

  /** Writes the JSON or YAML of a body. */
  @FunctionalInterface
  public interface Encoding {
    void write(OutputStream out) throws IOException;
  }
}
