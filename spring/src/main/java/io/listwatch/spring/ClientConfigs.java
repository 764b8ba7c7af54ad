package io.listwatch.spring;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Kubeconfig;
import java.net.URI;
import java.nio.file.Path;

/** Creates the client's configuration from the application's properties. */
final class ClientConfigs {
  private ClientConfigs() {}

  static ClientConfig of(ListwatchProperties properties) {
    ClientConfig found = find(properties);
    String namespace = properties.namespace();
    return namespace == null ? found : found.with(config -> config.namespace(namespace));
  }

  private static ClientConfig find(ListwatchProperties properties) {
    URI url = properties.url();
    Path file = properties.kubeconfig();
    String context = properties.context();
    if (url != null) {
      return ClientConfig.of(url);
    }
    if (file == null && context == null) {
      return ClientConfig.detect();
    }
    Kubeconfig kubeconfig = file == null ? load() : Kubeconfig.read(file);
    return context == null ? kubeconfig.config() : kubeconfig.config(context);
  }

  private static Kubeconfig load() {
    return Kubeconfig.load()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "listwatch.context: set, but there is no kubeconfig (expected: a file that"
                        + " listwatch.kubeconfig or KUBECONFIG names, or ~/.kube/config)"));
  }
}
