package it;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.listwatch.testing.ListwatchTest;

@ListwatchTest
class ListwatchSuiteTest extends Suite {
  private final KubernetesClient client;

  ListwatchSuiteTest(KubernetesClient client) {
    this.client = client;
  }

  @Override
  KubernetesClient client() {
    return client;
  }
}
