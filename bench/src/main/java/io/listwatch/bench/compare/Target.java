package io.listwatch.bench.compare;

import io.listwatch.bench.load.ServerProcess;
import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.tls.TlsSettings;
import java.net.URI;

/**
 * The server that all clients are measured against: on loopback, over TLS, without verification of
 * its certificate.
 */
record Target(URI address) {
  String token() {
    return ServerProcess.TOKEN;
  }

  static TlsSettings tls() {
    return new TlsSettings(null, null, null, true);
  }

  ApiClient client() {
    return ApiClient.of(ClientConfig.of(address).with(config -> config.token(token()).tls(tls())));
  }
}
