package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A list of 200 MB whose client stops reading. */
final class StalledListTest {
  private static final String PATH = "/api/v1/configmaps";
  private static final int OBJECT_BYTES = 2_000;
  private static final int COUNT = 100_000;

  private final Resource object =
      Resource.parse(
          """
          {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"b",\
          "resourceVersion":"7"},"data":{"k":"%s"}}\
          """
              .formatted("x".repeat(OBJECT_BYTES - 112)));
  private final LongList list = new LongList(object, COUNT);
  private final TestServer server = TestServer.builder().configMaps(list).start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void stalledListNeedsLessThanTwoMegabytes() {
    try (var reader = new RawHttp2(server.socket())) {
      reader.get(PATH);
      reader.readUntilFull();
      settle(reader);

      long held = (long) list.taken() * OBJECT_BYTES - RawHttp2.WINDOW;
      assertThat(held).isPositive().isLessThan(2 << 20);
    }
  }

  /** Returns once the server reads no more objects between two pings. */
  private void settle(RawHttp2 reader) {
    int quiet = 0;
    for (int last = -1; quiet < 20; quiet++) {
      reader.ping();
      if (list.taken() != last) {
        last = list.taken();
        quiet = 0;
      }
    }
  }

  @Test
  void stalledListIsReleasedWhenClientDisconnects() {
    try (var reader = new RawHttp2(server.socket())) {
      reader.get(PATH);
      reader.readUntilFull();
    }

    assertThat(server.get("/api/v1/namespaces").statusCode()).isEqualTo(200);
    assertThat(list.taken()).isLessThan(COUNT);
  }

  @Test
  void headIsSentBeforeFirstObjectIsRead() {
    CompletableFuture<Void> gate = list.hold();
    try (var reader = new RawHttp2(server.socket())) {
      reader.get(PATH);
      reader.readSome();

      assertThat(list.taken()).isZero();
      gate.complete(null);
      reader.readUntilFull();
    }
  }
}
