package it;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;

@EnableKubernetesMockClient(crud = true)
class MockSuiteTest extends Suite {
  KubernetesClient client;

  @Override
  KubernetesClient client() {
    return client;
  }
}
