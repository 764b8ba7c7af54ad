package io.listwatch.server.controllers;

import io.listwatch.objects.x509.AlternativeNames;
import io.listwatch.objects.x509.SigningRequest;
import java.util.List;
import java.util.Set;

/** The requests that Kubernetes' own signers accept, by the rules of kube-controller-manager. */
final class SignerRules {
  static final String CLIENT = "kubernetes.io/kube-apiserver-client";
  static final String KUBELET_CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
  static final String KUBELET_SERVING = "kubernetes.io/kubelet-serving";
  static final String LEGACY = "kubernetes.io/legacy-unknown";

  private static final Set<String> SIGNERS =
      Set.of(CLIENT, KUBELET_CLIENT, KUBELET_SERVING, LEGACY);
  private static final String SIGNATURE = "digital signature";
  private static final String ENCIPHERMENT = "key encipherment";
  private static final String CLIENT_AUTH = "client auth";
  private static final String SERVER_AUTH = "server auth";
  private static final String NODE = "system:node:";

  private SignerRules() {}

  /** True for a signer that this server knows. */
  static boolean knows(String signer) {
    return SIGNERS.contains(signer);
  }

  /** Returns the reason why a signer does not sign a request; empty if it does. */
  static String problem(String signer, SigningRequest request, List<String> usages) {
    return switch (signer) {
      case CLIENT -> ofClient(usages);
      case KUBELET_CLIENT -> ofKubeletClient(request, usages);
      case KUBELET_SERVING -> ofKubeletServing(request, usages);
      default -> "";
    };
  }

  private static String ofClient(List<String> usages) {
    for (String each : usages) {
      if (!Set.of(SIGNATURE, ENCIPHERMENT, CLIENT_AUTH).contains(each)) {
        return "invalid usage for client certificate: " + each;
      }
    }
    return usages.contains(CLIENT_AUTH)
        ? ""
        : "missing required usage for client certificate: " + CLIENT_AUTH;
  }

  private static String ofKubeletClient(SigningRequest request, List<String> usages) {
    AlternativeNames names = request.names();
    if (!request.organizations().equals(List.of("system:nodes"))) {
      return "subject organization is not system:nodes";
    }
    if (names.hasDns()) {
      return "DNS subjectAltNames are not allowed";
    }
    if (names.hasEmails()) {
      return "Email subjectAltNames are not allowed";
    }
    if (names.hasAddresses()) {
      return "IP subjectAltNames are not allowed";
    }
    if (names.hasUris()) {
      return "URI subjectAltNames are not allowed";
    }
    String problem = ofCommonName(request);
    return problem.isEmpty() ? ofUsages(usages, CLIENT_AUTH) : problem;
  }

  private static String ofKubeletServing(SigningRequest request, List<String> usages) {
    AlternativeNames names = request.names();
    if (!request.organizations().equals(List.of("system:nodes"))) {
      return "subject organization is not system:nodes";
    }
    if (!names.hasDns() && !names.hasAddresses()) {
      return "DNS or IP subjectAltName is required";
    }
    if (names.hasEmails()) {
      return "Email subjectAltNames are not allowed";
    }
    if (names.hasUris()) {
      return "URI subjectAltNames are not allowed";
    }
    String problem = ofUsages(usages, SERVER_AUTH);
    return problem.isEmpty() ? ofCommonName(request) : problem;
  }

  private static String ofCommonName(SigningRequest request) {
    return request.commonName().startsWith(NODE)
        ? ""
        : "subject common name does not begin with " + NODE;
  }

  /** A key that is not RSA cannot encipher other keys. */
  private static String ofUsages(List<String> usages, String purpose) {
    Set<String> given = Set.copyOf(usages);
    boolean matches =
        given.equals(Set.of(SIGNATURE, ENCIPHERMENT, purpose))
            || given.equals(Set.of(SIGNATURE, purpose));
    String wanted =
        purpose.equals(CLIENT_AUTH)
            ? String.join(" ", CLIENT_AUTH, SIGNATURE, ENCIPHERMENT)
            : String.join(" ", SIGNATURE, ENCIPHERMENT, SERVER_AUTH);
    return matches ? "" : "usages did not match [%s]".formatted(wanted);
  }
}
