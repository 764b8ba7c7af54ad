package io.listwatch.server.registry.openapi;

import java.util.Set;

/**
 * The group versions that client-go's scheme knows. kube-apiserver's documents for custom resources
 * list DeleteOptions as a kind of each of them, although many are no longer served.
 */
final class ClientVersions {
  static final Set<String> ALL =
      Set.of(
          "admissionregistration.k8s.io/v1",
          "admissionregistration.k8s.io/v1alpha1",
          "admissionregistration.k8s.io/v1beta1",
          "apps/v1",
          "apps/v1beta1",
          "apps/v1beta2",
          "authentication.k8s.io/v1",
          "authentication.k8s.io/v1alpha1",
          "authentication.k8s.io/v1beta1",
          "authorization.k8s.io/v1",
          "authorization.k8s.io/v1beta1",
          "autoscaling/v1",
          "autoscaling/v2",
          "batch/v1",
          "batch/v1beta1",
          "certificates.k8s.io/v1",
          "certificates.k8s.io/v1alpha1",
          "certificates.k8s.io/v1beta1",
          "coordination.k8s.io/v1",
          "coordination.k8s.io/v1alpha2",
          "coordination.k8s.io/v1beta1",
          "discovery.k8s.io/v1",
          "discovery.k8s.io/v1beta1",
          "events.k8s.io/v1",
          "events.k8s.io/v1beta1",
          "extensions/v1beta1",
          "flowcontrol.apiserver.k8s.io/v1",
          "flowcontrol.apiserver.k8s.io/v1beta1",
          "flowcontrol.apiserver.k8s.io/v1beta2",
          "flowcontrol.apiserver.k8s.io/v1beta3",
          "internal.apiserver.k8s.io/v1alpha1",
          "networking.k8s.io/v1",
          "networking.k8s.io/v1beta1",
          "node.k8s.io/v1",
          "node.k8s.io/v1alpha1",
          "node.k8s.io/v1beta1",
          "policy/v1",
          "policy/v1beta1",
          "rbac.authorization.k8s.io/v1",
          "rbac.authorization.k8s.io/v1alpha1",
          "rbac.authorization.k8s.io/v1beta1",
          "resource.k8s.io/v1",
          "resource.k8s.io/v1alpha3",
          "resource.k8s.io/v1beta1",
          "resource.k8s.io/v1beta2",
          "scheduling.k8s.io/v1",
          "scheduling.k8s.io/v1alpha2",
          "scheduling.k8s.io/v1beta1",
          "storage.k8s.io/v1",
          "storage.k8s.io/v1alpha1",
          "storage.k8s.io/v1beta1",
          "storagemigration.k8s.io/v1beta1");

  private ClientVersions() {}
}
