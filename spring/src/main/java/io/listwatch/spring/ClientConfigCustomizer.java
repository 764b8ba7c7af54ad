package io.listwatch.spring;

import io.listwatch.client.config.ClientConfig;

/** A bean that changes the settings of the client before it is created. */
@FunctionalInterface
public interface ClientConfigCustomizer {
  void customize(ClientConfig.Builder config);
}
