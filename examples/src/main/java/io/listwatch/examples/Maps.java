package io.listwatch.examples;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.Resource;

/** Creates and edits minimal ConfigMaps in the default namespace. */
final class Maps {
  private final ResourceClient<Resource> client;

  Maps(ApiClient client) {
    this.client = client.resources(Types.CONFIG_MAPS).inNamespace("default");
  }

  ResourceClient<Resource> client() {
    return client;
  }

  Resource create(String name) throws InterruptedException {
    return create(name, "{}");
  }

  Resource create(String name, String labels) throws InterruptedException {
    return client.create(
        Resource.parse(
            """
            {"apiVersion":"v1","kind":"ConfigMap",\
            "metadata":{"name":"%s","labels":%s},"data":{"edits":"0"}}\
            """
                .formatted(name, labels)));
  }

  Resource edit(String name, int number) throws InterruptedException {
    return client.patch(name, Patch.merge("{\"data\":{\"edits\":\"%d\"}}".formatted(number)));
  }

  void delete(String name) throws InterruptedException {
    if (!client.delete(name)) {
      throw new IllegalStateException("name: " + name + " (expected: a ConfigMap that exists)");
    }
  }
}
