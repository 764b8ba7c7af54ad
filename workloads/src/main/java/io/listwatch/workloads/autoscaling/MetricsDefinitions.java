package io.listwatch.workloads.autoscaling;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.ApiClient;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.NotFoundException;

/**
 * Serves the metrics API as custom resources on a server without metrics-server. {@code kubectl
 * top} and autoscalers then read the PodMetrics that users and tests write.
 */
public final class MetricsDefinitions {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private MetricsDefinitions() {}

  /** Does nothing if the API exists. */
  public static void install(ApiClient client) throws InterruptedException {
    try {
      client.call(ApiRequest.get("/apis/metrics.k8s.io/v1beta1"));
    } catch (NotFoundException missing) {
      create(
          client,
          "PodMetrics",
          "pods",
          "Namespaced",
          """
          "containers":{"type":"array","items":{"type":"object","properties":{\
          "name":{"type":"string"},"usage":%s}}}\
          """
              .formatted(quantities()));
      create(client, "NodeMetrics", "nodes", "Cluster", "\"usage\":" + quantities());
    }
  }

  private static String quantities() {
    return """
    {"type":"object","additionalProperties":{"anyOf":[{"type":"integer"},{"type":"string"}],\
    "x-kubernetes-int-or-string":true}}\
    """;
  }

  private static void create(
      ApiClient client, String kind, String plural, String scope, String properties)
      throws InterruptedException {
    String definition =
        """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",\
        "metadata":{"name":"%s.metrics.k8s.io","annotations":\
        {"api-approved.kubernetes.io":"unapproved, fed by tests"}},\
        "spec":{"group":"metrics.k8s.io","scope":"%s","names":{"kind":"%s","listKind":"%sList",\
        "plural":"%s","singular":"%s"},"versions":[{"name":"v1beta1","served":true,"storage":true,\
        "schema":{"openAPIV3Schema":{"type":"object","properties":{\
        "timestamp":{"type":"string","format":"date-time"},"window":{"type":"string"},%s}}}}]}}\
        """
            .formatted(
                plural,
                scope,
                kind,
                kind,
                plural,
                plural.substring(0, plural.length() - 1),
                properties);
    try {
      client.call(ApiRequest.of("POST", DEFINITIONS).body(definition.getBytes(UTF_8)));
    } catch (AlreadyExistsException earlier) {
      return;
    }
  }
}
