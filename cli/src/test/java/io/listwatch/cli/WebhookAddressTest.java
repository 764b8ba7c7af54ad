package io.listwatch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhookAddressTest {
  private final WebhookAddress.Converter converter = new WebhookAddress.Converter();

  @Test
  void readsServiceAndAddress() {
    WebhookAddress name = converter.convert("ns/hook=localhost:8443");
    WebhookAddress literal = converter.convert("ns/other=[::1]:443");

    assertThat(WebhookAddress.byService(List.of(name, literal)))
        .containsEntry("ns/hook", InetSocketAddress.createUnresolved("localhost", 8443))
        .containsEntry("ns/other", InetSocketAddress.createUnresolved("::1", 443));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hook=localhost:1", "ns/hook", "ns/hook=localhost", "a/b=c:99999", ""})
  void rejectsMalformedAddress(String text) {
    assertThatThrownBy(() -> converter.convert(text)).hasMessageContaining("NS/NAME=HOST:PORT");
  }
}
