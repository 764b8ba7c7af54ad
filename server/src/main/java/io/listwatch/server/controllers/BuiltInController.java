package io.listwatch.server.controllers;

import java.util.Arrays;
import java.util.Optional;

/** The controllers that run inside the server; each can be disabled. */
public enum BuiltInController {
  /** Deletes the content of terminating namespaces. */
  NAMESPACE_LIFECYCLE("namespace-lifecycle"),

  /** Deletes objects whose owners are gone: the garbage collector. */
  OWNER_COLLECTION("owner-collection"),

  /** Deletes the custom resources of terminating custom resource definitions. */
  DEFINITION_TEARDOWN("definition-teardown"),

  /**
   * Removes the protection finalizers of persistent volumes, claims and volume attributes classes
   * that are no longer in use.
   */
  STORAGE_PROTECTION("storage-protection"),

  /**
   * Creates the {@code default} service account and the {@code kube-root-ca.crt} config map in each
   * namespace.
   */
  NAMESPACE_DEFAULTS("namespace-defaults"),

  /**
   * Creates the system's priority classes, the default ServiceCIDR and the {@code kubernetes}
   * service.
   */
  CLUSTER_DEFAULTS("cluster-defaults"),

  /** Writes the rules of aggregated ClusterRoles. */
  CLUSTER_ROLE_AGGREGATION("clusterrole-aggregation"),

  /** Fills secrets of type {@code kubernetes.io/service-account-token} with a token. */
  TOKEN_SECRETS("token-secrets"),

  /** Recalculates the status of resource quotas. */
  RESOURCE_QUOTA("resource-quota"),

  /** Type-checks the expressions of validating admission policies. */
  POLICY_TYPE_CHECKING("validatingadmissionpolicy-status"),

  /** Signs CertificateSigningRequests, if the server has a {@link CertificateSigning}. */
  CERTIFICATE_SIGNING("certificate-signing");

  private final String word;

  BuiltInController(String word) {
    this.word = word;
  }

  /** Returns the controller with this name. */
  public static Optional<BuiltInController> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Returns the name in options, logs and metrics. */
  @Override
  public String toString() {
    return word;
  }
}
