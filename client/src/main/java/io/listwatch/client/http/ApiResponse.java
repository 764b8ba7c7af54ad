package io.listwatch.client.http;

import io.listwatch.model.MalformedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpHeaders;
import java.util.zip.GZIPInputStream;

/**
 * A response of a server: status code, headers, and a body that is still arriving. The caller must
 * close it, read or not.
 *
 * <p>For one reader.
 */
public final class ApiResponse implements AutoCloseable {
  /** Maximum size of a response read in one piece, which is a single object. */
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

  /** Returns a header; empty if it is missing. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  HttpHeaders headers() {
    return headers;
  }

  /** Returns the decompressed body, piece by piece as it arrives. Internal: for watches. */
  public Pieces pieces() {
    return compressed() ? new GzipPieces(body) : body;
  }

  /** Returns the raw body as it arrives, not decompressed. Internal: for watches. */
  public ResponseBody body() {
    return body;
  }

  private boolean compressed() {
    return header("Content-Encoding").equalsIgnoreCase("gzip");
  }

  /**
   * Returns the decompressed body. An interrupt ends a blocked read with an {@link
   * InterruptedIOException}.
   */
  public InputStream stream() throws IOException {
    var stream = new BodyStream(body);
    return compressed() ? new GZIPInputStream(stream, INFLATED_AT_ONCE) : stream;
  }

  /** Reads the whole body and closes this. */
  public byte[] bytes() throws InterruptedException {
    try (this;
        InputStream stream = stream()) {
      byte[] bytes = stream.readNBytes(MAX_WHOLE);
      if (bytes.length == MAX_WHOLE && stream.read() >= 0) {
        throw new MalformedException("a response of more than %d bytes".formatted(MAX_WHOLE));
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Translates an {@link IOException} of {@link #stream}. */
  public static MalformedException unreadable(IOException e) throws InterruptedException {
    if (e instanceof InterruptedIOException) {
      throw new InterruptedException("interrupted while reading a response");
    }
    return new MalformedException("a response that cannot be decompressed: " + e.getMessage());
  }

  @Override
  public void close() {
    body.close();
  }
}
