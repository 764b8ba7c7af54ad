package io.listwatch.server.kubelet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Resource;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KubeletAddressTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          InternalIP=127.0.0.1                         | 4000  | 127.0.0.1:4000
          ExternalIP=127.0.0.3 InternalIP=127.0.0.2    | 4000  | 127.0.0.2:4000
          Hostname=n1 InternalDNS=n1 InternalIP=127.0.0.2 | 4000 | 127.0.0.2:4000
          Hostname=127.0.0.4 InternalIP=127.0.0.2      | 4000  | 127.0.0.4:4000
          InternalIP=::1                               | 4000  | [0:0:0:0:0:0:0:1]:4000
          InternalIP=127.0.0.1                         | 0     | 127.0.0.1:10250
          InternalIP=127.0.0.1                         | 70000 | 127.0.0.1:10250
          """)
  void prefersAddressesInTheOrderOfKubeApiserver(String addresses, int port, String expected) {
    InetSocketAddress found = KubeletAddress.of(node(addresses, port), KubeletNetworks.LOOPBACK);

    assertThat(found.toString().replaceFirst("^/", "")).isEqualTo(expected);
  }

  @Test
  void rejectsNodeWithoutNumericAddress() {
    assertThatThrownBy(
            () -> KubeletAddress.of(node("Hostname=localhost", 1), KubeletNetworks.LOOPBACK))
        .hasMessageContaining(
            "no preferred addresses found; known addresses: [{Hostname localhost}]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.1.2.3", "169.254.169.254", "0.0.0.0", "fe80::1", "11.0.0.1"})
  void rejectsAddressOutsideOfTheNetworks(String address) {
    assertThatThrownBy(
            () ->
                KubeletAddress.of(
                    node("InternalIP=" + address, 1), KubeletNetworks.of(List.of("10.0.0.0/16"))))
        .hasMessageContaining("loopback addresses only, unless --kubelet-networks allows others");
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, 10.0.0.0/8",
    "10.1.2.3, 10.1.2.3/32",
    "192.168.129.1, 192.168.128.0/17",
    "8.8.8.8, 0.0.0.0/0",
    "fd00::1, fd00::/8"
  })
  void allowsAddressInANetwork(String address, String network) {
    assertThat(
            KubeletAddress.of(
                node("InternalIP=" + address, 1), KubeletNetworks.of(List.of(network))))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "host/8", "", "/", "::/129"})
  void rejectsMalformedNetwork(String network) {
    assertThatThrownBy(() -> KubeletNetworks.of(List.of(network)))
        .hasMessageContaining("(expected: CIDR notation such as 10.0.0.0/8)");
  }

  private static Resource node(String addresses, int port) {
    String list =
        List.of(addresses.split(" ", -1)).stream()
            .map(each -> each.split("=", 2))
            .map(each -> "{\"type\":\"%s\",\"address\":\"%s\"}".formatted(each[0], each[1]))
            .toList()
            .toString();
    return Resource.parse(
        """
        {"metadata":{"name":"n1"},"status":{"addresses":%s,\
        "daemonEndpoints":{"kubeletEndpoint":{"Port":%d}}}}\
        """
            .formatted(list, port)
            .getBytes(UTF_8));
  }
}
