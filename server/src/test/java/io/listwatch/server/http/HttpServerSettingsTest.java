package io.listwatch.server.http;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

final class HttpServerSettingsTest {
  private static final HttpServerSettings DEFAULTS = HttpServerSettings.onLoopback(0);

  @Test
  void changesEveryValue() {
    HttpServerSettings changed =
        DEFAULTS.with(
            http ->
                http.address(loopback(1))
                    .plainAddress(loopback(2))
                    .eventLoops(3)
                    .maxConnections(4)
                    .maxStreamsPerConnection(5)
                    .requestTimeout(ofSeconds(6))
                    .maxSeats(7)
                    .bookmarkPeriod(ofSeconds(9))
                    .compressWatches(true)
                    .shutdownTimeout(ofSeconds(10)));

    assertThat(changed)
        .isEqualTo(
            new HttpServerSettings(
                loopback(1),
                loopback(2),
                3,
                4,
                5,
                ofSeconds(6),
                7,
                ofSeconds(9),
                true,
                ofSeconds(10)));
  }

  @Test
  void keepsUnchangedValues() {
    assertThat(DEFAULTS.with(http -> {})).isEqualTo(DEFAULTS);
  }

  @Test
  void changedValuesAreChecked() {
    assertThatThrownBy(() -> DEFAULTS.with(http -> http.maxConnections(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxConnections: 0 (expected: at least 1)");
    assertThatThrownBy(() -> DEFAULTS.with(http -> http.plainAddress(new InetSocketAddress(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: a loopback address");
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}
