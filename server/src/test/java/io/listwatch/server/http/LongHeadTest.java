package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Request lines and headers over HTTP/1.1 that take more memory than a client should get. */
final class LongHeadTest {
  private static final String START = "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  private static final String FIELD = "a:b\r\n";

  private final TestServer server =
      TestServer.builder()
          .settings(
              HttpServerSettings.onLoopback(0)
                  .with(http -> http.shutdownTimeout(Duration.ofSeconds(1))))
          .start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void requestMayHaveManyFields() {
    try (RawConnection client = server.connect()) {
      client.send(START + FIELD.repeat(Http1Requests.MAX_FIELDS - 10) + "\r\n");

      assertThat(client.head()).startsWith("http/1.1 200");
    }
  }

  @Test
  void rejectsRequestWithTooManyFields() {
    try (RawConnection client = server.connect()) {
      client.send(START + FIELD.repeat(Http1Requests.MAX_FIELDS) + "\r\n");

      assertThat(client.head()).startsWith("http/1.1 431").contains("connection: close");
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void rejectsFieldsWithoutEnd() {
    try (RawConnection client = server.connect()) {
      client.send(START);
      for (int i = 0; i <= Http1Requests.MAX_FIELDS; i += 100) {
        client.send(FIELD.repeat(100));
      }

      assertThat(client.head()).startsWith("http/1.1 431");
    }
  }

  @Test
  void finishedHeadsAreNotCharged() {
    var heads = new HeadBudget(100_000);
    HeadBudget.Share first = heads.open();
    HeadBudget.Share second = heads.open();

    first.add(90_000, 10);
    second.add(90_000, 10);
    assertThat(first.isExceeded()).isTrue();
    assertThat(second.isExceeded()).isTrue();

    first.close();
    assertThat(second.isExceeded()).isFalse();
  }

  @Test
  void shortHeadsAreAcceptedDespiteLongOnes() {
    var heads = new HeadBudget(100_000);
    heads.open().add(200_000, 1);
    HeadBudget.Share other = heads.open();

    other.add(10_000, 40);

    assertThat(other.isExceeded()).isFalse();
  }

  @Test
  void fieldsCountMoreThanTheirBytes() {
    var heads = new HeadBudget(100_000);
    HeadBudget.Share head = heads.open();

    head.add(5_000, 1_000);

    assertThat(head.isExceeded()).isTrue();
  }
}
