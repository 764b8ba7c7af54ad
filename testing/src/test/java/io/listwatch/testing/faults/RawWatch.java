package io.listwatch.testing.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A watch over its own socket, chunk by chunk, as HTTP/1.1 sends it. */
final class RawWatch implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final String status;

  /** True once the server has sent the last, empty chunk. */
  private boolean ended;

  RawWatch(URI server, String path, String userAgent) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    String request =
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: %s\r\n\r\n".formatted(path, userAgent);
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    status = line();
    while (!line().isEmpty()) {
      // Skips a header.
    }
  }

  /** Returns the status line of the response. */
  String status() {
    return status;
  }

  boolean ended() {
    return ended;
  }

  /**
   * Returns the next chunk, or null at the end of the stream, whether it ended properly or broke.
   */
  @Nullable String chunk() throws IOException {
    try {
      String length = line();
      if (length.isEmpty()) {
        return null;
      }
      byte[] chunk = socket.getInputStream().readNBytes(Integer.parseInt(length, 16));
      ended = chunk.length == 0;
      line();
      return ended ? null : new String(chunk, UTF_8);
    } catch (SocketException reset) {
      return null;
    }
  }

  /** Returns all chunks up to the one that contains a string, joined. */
  String upTo(String text) throws IOException {
    var all = new StringBuilder();
    for (String chunk = chunk(); chunk != null; chunk = chunk()) {
      all.append(chunk);
      if (chunk.contains(text)) {
        return all.toString();
      }
    }
    throw new AssertionError("ended before " + text + ": " + all);
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int each = socket.getInputStream().read();
        each >= 0;
        each = socket.getInputStream().read()) {
      if (each == '\n') {
        break;
      }
      if (each != '\r') {
        line.write(each);
      }
    }
    return line.toString(US_ASCII);
  }

  /** True if nothing arrives for a moment. */
  boolean silent() throws IOException {
    socket.setSoTimeout(150);
    try {
      int unexpected = socket.getInputStream().read();
      throw new AssertionError("not silent: " + unexpected);
    } catch (SocketTimeoutException silence) {
      return true;
    } finally {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
