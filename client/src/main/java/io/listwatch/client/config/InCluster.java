package io.listwatch.client.config;

import io.listwatch.client.tls.PemSource;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The configuration of a program in a pod, by its service account. */
public final class InCluster {
  private static final Path SERVICE_ACCOUNT =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private InCluster() {}

  /**
   * Reads the service account of this pod.
   *
   * @throws IllegalStateException if this process does not run in a pod
   */
  public static ClientConfig config() {
    return config(System.getenv(), SERVICE_ACCOUNT, Timers.system());
  }

  static ClientConfig config(Map<String, String> environment, Path account, Timers timers) {
    String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
    Path token = account.resolve("token");
    if (host.isEmpty() || port.isEmpty() || !Files.isReadable(token)) {
      throw new IllegalStateException(
          "cluster: this process does not run in a pod (expected: KUBERNETES_SERVICE_HOST and"
              + " _PORT, and a token in "
              + account
              + ")");
    }
    String literal = host.indexOf(':') < 0 ? host : "[" + host + "]";
    PemSource authorities = PemSource.of(account.resolve("ca.crt"));
    return ClientConfig.of(URI.create("https://" + literal + ":" + port))
        .with(
            config ->
                config
                    .tls(new TlsSettings(authorities, null, null, false))
                    .credentials(new TokenFile(token, null, timers))
                    .proxyFrom(environment)
                    .namespace(namespace(account.resolve("namespace"))));
  }

  private static String namespace(Path file) {
    try {
      return Files.isReadable(file) ? Files.readString(file).strip() : "default";
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
