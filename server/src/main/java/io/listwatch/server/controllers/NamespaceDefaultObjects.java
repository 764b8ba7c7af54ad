package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.LiveObjects.parse;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;

/**
 * Creates the {@code default} service account and the {@code kube-root-ca.crt} config map in each
 * namespace, which pods need.
 */
final class NamespaceDefaultObjects implements Reconciler<ResourceKey> {
  static final String ACCOUNT = "default";
  static final String AUTHORITY = "kube-root-ca.crt";

  private final LiveObjects objects;
  private final String authority;
  private final ResourceDefinition namespaces;
  private final ResourceDefinition accounts;
  private final ResourceDefinition configMaps;

  /**
   * @param authority the PEM of the certificate authority; empty to create no config map
   */
  NamespaceDefaultObjects(LiveObjects objects, String authority) {
    this.objects = objects;
    this.authority = authority;
    this.namespaces = objects.builtIn("", "v1", "namespaces");
    this.accounts = objects.builtIn("", "v1", "serviceaccounts");
    this.configMaps = objects.builtIn("", "v1", "configmaps");
  }

  /** True if this controller creates an object of that kind and name. */
  static boolean has(Resource object) {
    String name = object.key().name();
    return (name.equals(ACCOUNT) && object.kind().equals("ServiceAccount"))
        || (name.equals(AUTHORITY) && object.kind().equals("ConfigMap"));
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Resource namespace = objects.get(namespaces, key).orElse(null);
    if (namespace == null || namespace.terminating()) {
      return Reconciliation.done();
    }
    try {
      createMissing(key.name());
      return Reconciliation.done();
    } catch (ApiException refused) {
      // Most likely the namespace is being deleted, which the next attempt will see.
      return Reconciliation.retry();
    }
  }

  private void createMissing(String namespace) throws InterruptedException {
    objects.create(accounts, namespace, account());
    if (!authority.isEmpty()) {
      objects.ensure(configMaps, namespace, authority());
    }
  }

  private static JsonObject account() {
    return parse(
        """
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}\
        """);
  }

  private JsonObject authority() {
    JsonObject object =
        parse(
            """
            {
              "apiVersion": "v1",
              "kind": "ConfigMap",
              "metadata": {
                "name": "kube-root-ca.crt",
                "annotations": {
                  "kubernetes.io/description": "Contains a CA bundle that can be used to verify the \
            kube-apiserver when using internal endpoints such as the internal service IP or \
            kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes \
            clusters."
                }
              }
            }\
            """);
    object.putObject("data").put("ca.crt", authority);
    return object;
  }
}
