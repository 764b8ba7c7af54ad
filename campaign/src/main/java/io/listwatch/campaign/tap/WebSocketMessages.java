package io.listwatch.campaign.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The messages of a server's WebSocket (RFC 6455): frames without a mask, which may be parts of a
 * message. Ignores pings.
 *
 * <p>Not thread-safe.
 */
final class WebSocketMessages implements WatchResponse.Body {
  private static final int LAST = 0x80;
  private static final int CONTROL = 0x08;
  private static final int CLOSE = 0x08;
  private static final int SHORT_LENGTH = 126;
  private static final int LONG_LENGTH = 127;
  private static final int MAX_MESSAGE = 16 << 20;

  private final Consumer<String> messages;
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();
  private final ByteBuffer header = ByteBuffer.allocate(10);

  /** The number of bytes that are left of this frame; negative while its header is read. */
  private long left = -1;

  WebSocketMessages(Consumer<String> messages) {
    this.messages = messages;
  }

  @Override
  public boolean read(ByteBuffer part) throws IOException {
    while (part.hasRemaining()) {
      if (left < 0) {
        header.put(part.get());
        if (header.position() < headerLength()) {
          continue;
        }
        left = payloadLength();
        if (left > MAX_MESSAGE - message.size()) {
          throw new IOException("a message of more than %d bytes".formatted(MAX_MESSAGE));
        }
      }
      payload(part);
      if (left == 0 && !endFrame()) {
        return false;
      }
    }
    return true;
  }

  private int headerLength() {
    if (header.position() < 2) {
      return 2;
    }
    return switch (header.get(1)) {
      case SHORT_LENGTH -> 4;
      case LONG_LENGTH -> 10;
      default -> 2;
    };
  }

  private long payloadLength() throws IOException {
    int length = header.get(1);
    if (length < 0) {
      throw new IOException("a masked frame from the server");
    }
    return switch (length) {
      case SHORT_LENGTH -> header.getShort(2) & 0xffff;
      case LONG_LENGTH -> header.getLong(2);
      default -> length;
    };
  }

  private void payload(ByteBuffer part) {
    int count = (int) Math.min(left, part.remaining());
    if (!isControl()) {
      message.write(part.array(), part.arrayOffset() + part.position(), count);
    }
    part.position(part.position() + count);
    left -= count;
  }

  private boolean isControl() {
    return (header.get(0) & CONTROL) != 0;
  }

  /** Delivers a complete message. Returns false if the frame ends the connection. */
  private boolean endFrame() {
    int first = header.get(0);
    boolean close = (first & 0x0f) == CLOSE;
    if (!isControl() && (first & LAST) != 0) {
      messages.accept(message.toString(UTF_8));
      message.reset();
    }
    header.clear();
    left = -1;
    return !close;
  }
}
