package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * All HTTP/2 floods at the same time, each repeated on new connections, and clients that read
 * nothing: {@code -Dlistwatch.abuse.minutes=5}. Another client is served with 200 all the time, and
 * afterwards the server has the connections, threads and heap that it had before.
 */
@Tag("slow")
@EnabledIfSystemProperty(named = "listwatch.abuse.minutes", matches = "\\d+")
final class AbuseSoakTest {
  private static final Duration TIME =
      Duration.ofMinutes(Integer.getInteger("listwatch.abuse.minutes", 1));

  private static final int SLOW_CLIENTS = 200;
  private static final int MAX_GROWTH = 32 << 20;

  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger floods = new AtomicInteger();
  private final AtomicReference<AssertionError> failure = new AtomicReference<>();

  @Test
  void serverIsUnchangedByFloods() throws InterruptedException {
    try (TestServer server = TestServer.start()) {
      for (int i = 0; i < 50; i++) {
        server.put("a" + i, "x".repeat(10_000));
      }
      flood(server, Duration.ofSeconds(10));
      long heap = usedHeap();
      int threads = Thread.activeCount();

      int served = flood(server, TIME);

      System.out.printf(
          "%d floods, %d requests served, heap %d KiB before and %d KiB after%n",
          floods.get(), served, heap >> 10, usedHeap() >> 10);
      assertThat(usedHeap()).isLessThan(heap + MAX_GROWTH);
      assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 2);
    }
  }

  /** Returns the number of requests of another client that were served meanwhile. */
  private int flood(TestServer server, Duration time) throws InterruptedException {
    over.set(false);
    List<Thread> abusers = new ArrayList<>();
    for (Http2Flood each : Http2Flood.values()) {
      abusers.add(new Thread(() -> repeat(server, each), "flood-" + each));
    }
    abusers.add(new Thread(() -> readNothing(server), "slow-clients"));
    abusers.forEach(Thread::start);
    int served = 0;
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end && failure.get() == null) {
      assertThat(server.get(CONFIG_MAPS + "/a1").statusCode()).isEqualTo(200);
      served++;
    }
    over.set(true);
    for (Thread each : abusers) {
      each.join();
    }
    assertThat(failure.get()).isNull();
    await().until(() -> server.server().openConnections() == 1);
    await().until(() -> server.server().openWatches() == 0);
    return served;
  }

  private void repeat(TestServer server, Http2Flood flood) {
    while (!over.get()) {
      try (var client = new RawHttp2(Http2AbuseTest.socketWithSmallBuffer(server))) {
        if (!flood.endsConnection(client)) {
          failure.set(new AssertionError(flood + " did not end its connection"));
        }
        floods.incrementAndGet();
      }
    }
  }

  /** Opens lists with a window of one byte, and closes them. */
  private void readNothing(TestServer server) {
    while (!over.get()) {
      List<RawHttp2> clients = new ArrayList<>();
      for (int i = 0; i < SLOW_CLIENTS && !over.get(); i++) {
        var client = new RawHttp2(server.socket());
        client.send(RawHttp2.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 1});
        client.get(CONFIG_MAPS + "?limit=5");
        clients.add(client);
      }
      clients.forEach(RawHttp2::close);
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
