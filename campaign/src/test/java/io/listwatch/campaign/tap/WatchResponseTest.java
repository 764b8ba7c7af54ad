package io.listwatch.campaign.tap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Responses to watches, split at every byte. */
final class WatchResponseTest {
  private static final String CHUNKED =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String UPGRADED =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";

  /** The part of a response that a client has read. */
  private record Read(List<String> events, boolean ended) {}

  private static Read read(byte[] bytes, int split) throws IOException {
    var events = new ArrayList<String>();
    var response = new WatchResponse(events::add);
    boolean more = response.read(ByteBuffer.wrap(bytes, 0, split));
    if (more) {
      more = response.read(ByteBuffer.wrap(bytes, split, bytes.length - split));
    }
    return new Read(events, !more);
  }

  private static void assertRead(byte[] bytes, boolean ended, String... events) throws IOException {
    for (int split = 0; split <= bytes.length; split++) {
      assertThat(read(bytes, split)).isEqualTo(new Read(List.of(events), ended));
    }
  }

  @Test
  void readsLinesOfChunks() throws IOException {
    byte[] bytes = (CHUNKED + "5\r\n{\"a\":\r\nE\r\n1}\n{\"b\":\"ü\"}\n\r\n").getBytes(UTF_8);

    assertRead(bytes, false, "{\"a\":1}", "{\"b\":\"ü\"}");
  }

  @Test
  void lastChunkEndsWatch() throws IOException {
    assertRead((CHUNKED + "3\r\n{}\n\r\n0\r\n\r\n").getBytes(UTF_8), true, "{}");
  }

  @Test
  void ignoresIncompleteLine() throws IOException {
    assertRead((CHUNKED + "7\r\n{}\n{\"a\"\r\n").getBytes(UTF_8), false, "{}");
  }

  @Test
  void reportsExpiredVersion() {
    var events = new ArrayList<String>();
    var response = new WatchResponse(events::add);
    ByteBuffer gone = ByteBuffer.wrap("HTTP/1.1 410 Gone\r\n\r\n".getBytes(UTF_8));

    assertThatThrownBy(() -> response.read(gone)).isInstanceOf(IOException.class);

    assertThat(events).containsExactly(WatchResponse.GONE);
  }

  @Test
  void readsMessagesOfWebSocket() throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(UPGRADED.getBytes(UTF_8));
    frame(bytes, 0x81, "{}");
    frame(bytes, 0x01, "{\"a\":");
    frame(bytes, 0x89, "ping");
    frame(bytes, 0x80, "1}");
    frame(bytes, 0x81, "x".repeat(200));

    assertRead(bytes.toByteArray(), false, "{}", "{\"a\":1}", "x".repeat(200));
  }

  @Test
  void readsLongMessage() throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(UPGRADED.getBytes(UTF_8));
    frame(bytes, 0x81, "x".repeat(70_000));

    assertThat(read(bytes.toByteArray(), 1_000))
        .isEqualTo(new Read(List.of("x".repeat(70_000)), false));
  }

  @Test
  void closeEndsWatch() throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(UPGRADED.getBytes(UTF_8));
    frame(bytes, 0x81, "{}");
    frame(bytes, 0x88, "");

    assertRead(bytes.toByteArray(), true, "{}");
  }

  private static void frame(ByteArrayOutputStream to, int first, String text) {
    byte[] payload = text.getBytes(UTF_8);
    ByteBuffer header = ByteBuffer.allocate(10).put((byte) first);
    if (payload.length < 126) {
      header.put((byte) payload.length);
    } else if (payload.length < 1 << 16) {
      header.put((byte) 126).putShort((short) payload.length);
    } else {
      header.put((byte) 127).putLong(payload.length);
    }
    to.write(header.array(), 0, header.position());
    to.writeBytes(payload);
  }
}
