package io.listwatch.client.http;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.time.Timers;
import java.net.URI;

/** Sends a request through a proxy and prints the response. */
final class TunnelUser {
  private TunnelUser() {}

  public static void main(String[] arguments) throws Exception {
    ClientConfig config =
        ClientConfig.of(URI.create("https://api.example:6443"))
            .with(
                each ->
                    each.proxy(URI.create(arguments[0]))
                        .tls(new TlsSettings(null, null, null, true)));
    try (var transport = new HttpTransport(config, Timers.system())) {
      System.out.write(transport.send(ApiRequest.get("/api")).bytes());
      System.out.flush();
    }
  }
}
