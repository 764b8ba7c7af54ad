package io.listwatch.client.http;

import io.listwatch.model.MalformedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpHeaders;
import java.util.zip.GZIPInputStream;

/**
 * A server's answer: what it says at once, and a body that is still coming. Whoever gets it closes
 * it, read or not.
 *
 * <p>Belongs to one reader.
 */
public final class ApiResponse implements AutoCloseable {
  /** What is read in one piece may not be longer: such answers are single objects. */
  static final int MAX_WHOLE = 64 << 20;

  private static final int INFLATED_AT_ONCE = 16 << 10;

  private final int code;
  private final HttpHeaders headers;
  private final ResponseBody body;

  ApiResponse(int code, HttpHeaders headers, ResponseBody body) {
    this.code = code;
    this.headers = headers;
    this.body = body;
  }

  public int code() {
    return code;
  }

  /** Empty if it does not say. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  HttpHeaders headers() {
    return headers;
  }

  /** The body as it comes in, neither decoded nor inflated. Internal: for lists and watches. */
  public ResponseBody body() {
    return body;
  }

  public boolean compressed() {
    return header("Content-Encoding").equalsIgnoreCase("gzip");
  }

  /** The body, inflated. An interrupt ends a wait with an {@link InterruptedIOException}. */
  public InputStream stream() throws IOException {
    var stream = new BodyStream(body);
    return compressed() ? new GZIPInputStream(stream, INFLATED_AT_ONCE) : stream;
  }

  /** The body as a whole; closes this. */
  public byte[] bytes() throws InterruptedException {
    try (this;
        InputStream stream = stream()) {
      byte[] bytes = stream.readNBytes(MAX_WHOLE);
      if (bytes.length == MAX_WHOLE && stream.read() >= 0) {
        throw new MalformedException("an answer of more than %d bytes".formatted(MAX_WHOLE));
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** What an {@link IOException} of {@link #stream} means. */
  public static MalformedException unreadable(IOException e) throws InterruptedException {
    if (e instanceof InterruptedIOException) {
      throw new InterruptedException("interrupted while an answer came in");
    }
    return new MalformedException("an answer that cannot be inflated: " + e.getMessage());
  }

  @Override
  public void close() {
    body.close();
  }
}
