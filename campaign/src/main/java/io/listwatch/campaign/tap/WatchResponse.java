package io.listwatch.campaign.tap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parses the response to a watch from the bytes of its connection, however they are split: chunks
 * with one event in each line, or a WebSocket with one event in each message. Replaces the JDK's
 * clients, which lose the end of some streams.
 *
 * <p>Not thread-safe.
 */
final class WatchResponse {
  static final String GONE = "{\"type\":\"ERROR\",\"object\":{\"code\":410}}";

  private static final int MAX_HEAD = 64 << 10;
  private static final int SWITCHING_PROTOCOLS = 101;

  /** The end of a head: two line ends. */
  private static final int EMPTY_LINE = 0x0d0a0d0a;

  private final Consumer<String> events;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();

  /** The last four bytes of the head. */
  private int tail;

  private @Nullable Body body;

  /** A body that arrives in parts. */
  interface Body {
    /**
     * Reads a part.
     *
     * @return false at the end of the body
     */
    boolean read(ByteBuffer part) throws IOException;
  }

  /**
   * @param events receives each event as JSON
   */
  WatchResponse(Consumer<String> events) {
    this.events = events;
  }

  /** Returns the request for a watch. */
  static ByteBuffer request(String pathAndQuery, int port, boolean webSocket) {
    String upgrade =
        webSocket
            ? """
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
            Origin: http://127.0.0.1:%d\r
            """
                .formatted(port)
            : "";
    String text =
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n".formatted(pathAndQuery, port, upgrade);
    return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
  }

  /**
   * Reads bytes of the connection.
   *
   * @return false at the end of the watch
   * @throws IOException if the watch was rejected; after a 410 the consumer got an ERROR event
   */
  boolean read(ByteBuffer bytes) throws IOException {
    while (body == null) {
      if (!bytes.hasRemaining()) {
        return true;
      }
      byte next = bytes.get();
      head.write(next);
      tail = (tail << 8) | (next & 0xff);
      if (tail == EMPTY_LINE) {
        body = open(head.toString(ISO_8859_1).toLowerCase(Locale.ROOT));
      } else if (head.size() > MAX_HEAD) {
        throw new IOException("the head of the response has no end");
      }
    }
    return body.read(bytes);
  }

  private Body open(String lines) throws IOException {
    int status = Integer.parseInt(lines.substring(9, 12));
    if (status == SWITCHING_PROTOCOLS) {
      return new WebSocketMessages(events);
    }
    if (status == 410) {
      events.accept(GONE);
    }
    if (status != 200 || !lines.contains("transfer-encoding: chunked")) {
      throw new IOException("status " + status);
    }
    return new ChunkedLines(events);
  }

  /** The chunks of a response. A line may span several. */
  private static final class ChunkedLines implements Body {
    private final Consumer<String> events;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder size = new StringBuilder();

    /**
     * The number of bytes that are left of this chunk; negative while the size line before a chunk
     * is read.
     */
    private int left = -1;

    ChunkedLines(Consumer<String> events) {
      this.events = events;
    }

    @Override
    public boolean read(ByteBuffer part) throws IOException {
      while (part.hasRemaining()) {
        if (left > 0) {
          content(part);
        } else if (!sizeLine((char) part.get())) {
          return false;
        }
      }
      return true;
    }

    /** Reads a character of the line before a chunk. Returns false at the last chunk. */
    private boolean sizeLine(char next) throws IOException {
      if (next != '\n') {
        size.append(next);
        return true;
      }
      String text = size.toString().strip();
      size.setLength(0);
      if (left == 0) {
        // The line break at the end of a chunk.
        left = -1;
        return true;
      }
      try {
        left = Integer.parseInt(text, 16);
      } catch (NumberFormatException e) {
        throw new IOException("size of a chunk: " + text, e);
      }
      return left > 0;
    }

    private void content(ByteBuffer part) {
      int count = Math.min(left, part.remaining());
      int end = part.position() + count;
      left -= count;
      int start = part.position();
      byte[] bytes = part.array();
      int offset = part.arrayOffset();
      for (int i = start; i < end; i++) {
        if (bytes[offset + i] == '\n') {
          line.write(bytes, offset + start, i - start);
          events.accept(line.toString(UTF_8));
          line.reset();
          start = i + 1;
        }
      }
      line.write(bytes, offset + start, end - start);
      part.position(end);
    }
  }
}
