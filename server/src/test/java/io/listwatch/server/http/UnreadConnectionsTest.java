package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients with the largest windows of HTTP/2, whose watches are sent long events, and who do not
 * read their connections. Their frames wait in the heap, and not as copies in direct memory.
 */
@Tag("slow")
final class UnreadConnectionsTest {
  private static final int CONNECTIONS = 2;
  private static final int STREAMS = 100;
  private static final int EVENT_SIZE = 200_000;

  /** One event for all watches would be 40 MB. */
  private static final long MAX_GROWTH = 10_000_000;

  private static final byte[] LARGEST_STREAM_WINDOWS = {0, 4, 0x7f, (byte) 0xff, (byte) 0xff, -1};
  private static final byte[] LARGER_CONNECTION_WINDOW = {0x7f, 0, 0, 0};

  private final TestServer server = TestServer.start();

  @Test
  void unreadEventsTakeLittleDirectMemory() throws IOException {
    List<RawHttp2> clients = new ArrayList<>();
    try (server) {
      server.put("a", "x");
      for (int i = 0; i < CONNECTIONS; i++) {
        clients.add(watches());
      }
      await().until(() -> server.server().openWatches() == CONNECTIONS * STREAMS);
      long before = directMemory();

      server.put("a", "y".repeat(EVENT_SIZE));
      // Another change goes through the same event loops after that one.
      try (RawHttp2 reader = watches()) {
        server.put("a", "z".repeat(EVENT_SIZE));
        reader.readData(STREAMS * EVENT_SIZE);
      }

      assertThat(directMemory() - before).isLessThan(MAX_GROWTH);
      clients.forEach(RawHttp2::close);
      await().until(() -> server.server().openWatches() == 0);
    }
  }

  private RawHttp2 watches() throws IOException {
    var client = new RawHttp2(new Socket(InetAddress.getLoopbackAddress(), server.port()));
    client.send(RawHttp2.SETTINGS, 0, 0, LARGEST_STREAM_WINDOWS);
    client.send(RawHttp2.WINDOW_UPDATE, 0, 0, LARGER_CONNECTION_WINDOW);
    for (int i = 0; i < STREAMS; i++) {
      client.get(2 * i + 1, CONFIG_MAPS + "?watch=1");
    }
    client.readSome();
    return client;
  }

  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
