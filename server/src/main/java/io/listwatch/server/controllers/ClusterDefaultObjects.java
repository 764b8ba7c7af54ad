package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.LiveObjects.parse;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates the objects that every cluster has once: the system's priority classes, the default
 * ServiceCIDR, and the {@code kubernetes} service by which pods find the server. Its work queue has
 * a single item, for all of them.
 */
final class ClusterDefaultObjects implements Reconciler<String> {
  static final String REQUEST = "cluster";

  private static final String NAMESPACE = "default";
  private static final String SERVICE = "kubernetes";
  private static final Set<String> SERVICE_KINDS = Set.of("Service", "Endpoints", "EndpointSlice");
  private static final Set<String> PRIORITIES =
      Set.of("system-node-critical", "system-cluster-critical");

  private final LiveObjects objects;
  private final @Nullable InetSocketAddress address;

  /**
   * @param address the address of the server; null to create no {@code kubernetes} service
   */
  ClusterDefaultObjects(LiveObjects objects, @Nullable InetSocketAddress address) {
    this.objects = objects;
    this.address = address;
  }

  /** True if this controller creates an object of that kind and name. */
  static boolean has(Resource object) {
    boolean ofService =
        object.key().name().equals(SERVICE)
            && NAMESPACE.equals(object.key().namespace())
            && SERVICE_KINDS.contains(object.kind());
    return ofService
        || (object.kind().equals("ServiceCIDR") && object.key().name().equals(SERVICE))
        || (object.kind().equals("PriorityClass") && PRIORITIES.contains(object.key().name()));
  }

  @Override
  public Reconciliation reconcile(String request) throws InterruptedException {
    ResourceDefinition priorities = objects.builtIn("scheduling.k8s.io", "v1", "priorityclasses");
    objects.create(
        priorities,
        null,
        priority(
            "system-node-critical",
            2_000_001_000,
            "Used for system critical pods that must not be moved from their current node."));
    objects.create(
        priorities,
        null,
        priority(
            "system-cluster-critical",
            2_000_000_000,
            "Used for system critical pods that must run in the cluster, but can be moved to"
                + " another node if necessary."));
    objects.create(objects.builtIn("networking.k8s.io", "v1", "servicecidrs"), null, range());
    if (address != null) {
      publish(address);
    }
    return Reconciliation.done();
  }

  private static JsonObject priority(String name, int value, String description) {
    JsonObject object =
        parse(
            """
            {
              "apiVersion": "scheduling.k8s.io/v1",
              "kind": "PriorityClass",
              "metadata": {"name": "%s"},
              "preemptionPolicy": "PreemptLowerPriority"
            }\
            """
                .formatted(name));
    return object.put("value", value).put("description", description);
  }

  /** Returns the ServiceCIDR from which services get their cluster IPs. */
  private static JsonObject range() {
    return parse(
        """
        {
          "apiVersion": "networking.k8s.io/v1",
          "kind": "ServiceCIDR",
          "metadata": {"name": "kubernetes"},
          "spec": {"cidrs": ["10.96.0.0/12"]}
        }\
        """);
  }

  private void publish(InetSocketAddress server) throws InterruptedException {
    objects.ensure(objects.builtIn("", "v1", "services"), NAMESPACE, service(server));
    objects.ensure(objects.builtIn("", "v1", "endpoints"), NAMESPACE, endpoints(server));
    objects.ensure(
        objects.builtIn("discovery.k8s.io", "v1", "endpointslices"), NAMESPACE, slice(server));
  }

  /** The cluster IP is the first address of kube-apiserver's default service range. */
  private static JsonObject service(InetSocketAddress server) {
    return parse(
        """
        {
          "apiVersion": "v1",
          "kind": "Service",
          "metadata": {
            "name": "kubernetes",
            "labels": {"component": "apiserver", "provider": "kubernetes"}
          },
          "spec": {
            "type": "ClusterIP",
            "clusterIP": "10.96.0.1",
            "clusterIPs": ["10.96.0.1"],
            "ipFamilies": ["IPv4"],
            "ipFamilyPolicy": "SingleStack",
            "internalTrafficPolicy": "Cluster",
            "sessionAffinity": "None",
            "ports": [{"name": "https", "port": 443, "protocol": "TCP", "targetPort": %d}]
          }
        }\
        """
            .formatted(server.getPort()));
  }

  private static JsonObject endpoints(InetSocketAddress server) {
    return parse(
        """
        {
          "apiVersion": "v1",
          "kind": "Endpoints",
          "metadata": {
            "name": "kubernetes",
            "labels": {"endpointslice.kubernetes.io/skip-mirror": "true"}
          },
          "subsets": [{
            "addresses": [{"ip": "%s"}],
            "ports": [{"name": "https", "port": %d, "protocol": "TCP"}]
          }]
        }\
        """
            .formatted(server.getAddress().getHostAddress(), server.getPort()));
  }

  private static JsonObject slice(InetSocketAddress server) {
    return parse(
        """
        {
          "apiVersion": "discovery.k8s.io/v1",
          "kind": "EndpointSlice",
          "metadata": {
            "name": "kubernetes",
            "labels": {"kubernetes.io/service-name": "kubernetes"}
          },
          "addressType": "%s",
          "endpoints": [{"addresses": ["%s"], "conditions": {"ready": true}}],
          "ports": [{"name": "https", "port": %d, "protocol": "TCP"}]
        }\
        """
            .formatted(
                server.getAddress() instanceof Inet6Address ? "IPv6" : "IPv4",
                server.getAddress().getHostAddress(),
                server.getPort()));
  }
}
