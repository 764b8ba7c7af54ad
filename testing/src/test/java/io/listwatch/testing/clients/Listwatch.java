package io.listwatch.testing.clients;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.LabelSelector;
import io.listwatch.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates clients of our own library for a test's server. */
final class Listwatch {
  static final ResourceType CONFIG_MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");

  private static final ResourceType NAMESPACES =
      ResourceType.cluster("v1", "Namespace", "namespaces");
  private static final AtomicInteger COUNT = new AtomicInteger();

  private Listwatch() {}

  /** Returns an administrator's client, with a certificate, over HTTP/2. */
  static ApiClient client(TestServer server) {
    return ApiClient.of(Kubeconfig.parse(server.kubeconfig()).config());
  }

  /** Creates a namespace for one test. */
  static String namespace(ApiClient client) throws InterruptedException {
    String name = "listwatch-" + COUNT.incrementAndGet();
    client
        .resources(NAMESPACES)
        .create(
            Resource.parse(
                "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\"}}"
                    .formatted(name)));
    return name;
  }

  static Resource configMap(String name, String text) {
    return Resource.parse(
        """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s"},"data":{"text":"%s"}}
        """
            .formatted(name, text));
  }

  /**
   * Creates informers with different selectors, so that they share nothing. Each selector matches
   * every object.
   */
  static List<Informer<Resource>> informers(InformerFactory factory, String namespace, int count) {
    var informers = new ArrayList<Informer<Resource>>();
    for (int i = 0; i < count; i++) {
      Selection selection =
          Selection.of(CONFIG_MAPS)
              .inNamespace(namespace)
              .where(LabelSelector.parse("!absent-" + i));
      informers.add(factory.informer(selection, ObjectCodec.raw()).start());
    }
    return informers;
  }
}
