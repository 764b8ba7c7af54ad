package io.listwatch.testing.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kubernetes' own end-to-end tests, unmodified, on machines where they have been built. Runs those
 * that need only an API server, not a scheduler or a kubelet.
 */
@Tag("kubectl")
final class EndToEndSuiteTest {
  private static final String INSTALL =
      "go test -c k8s.io/kubernetes/test/e2e, with the modules k8s.io/… of the same release";

  /** A ready node, which the suite requires before it starts. */
  private static final String NODE =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: node}
      status: {conditions: [{type: Ready, status: "True"}]}
      """;

  private static final List<String> FOCUS =
      List.of(
          "Watchers.*Conformance",
          "\\] Discovery should",
          "AggregatedDiscovery.*Conformance",
          "FieldValidation.*Conformance",
          "CustomResourceDefinition resources.*Conformance",
          "CustomResourceValidationRules",
          "CRDValidationRatcheting",
          "ServerSideApply",
          "Server request timeout",
          "Table transformation",
          "API chunking should return chunks",
          "API priority and fairness should support",
          "AdmissionPolicy(Binding)? API operations",
          "client-go should negotiate",
          "Events.*Conformance",
          "lifecycle of an Endpoint ",
          "EndpointSlice API operations",
          "Ingress(Class)? API operations",
          "ServiceCIDR and IPAddress API",
          "ConfigMap should (fail to create|run through)",
          "Secrets should (fail to create|patch)",
          "Lease lease API",
          "lifecycle of a (node|csinode|StorageClass|ServiceAccount|ResourceQuota)",
          "PodTemplates",
          "(RuntimeClasses|CSR|SubjectReview|CSIStorageCapacities) API operations",
          "LimitRange should (list|create a LimitRange with defaults)",
          "CustomResourcePublishOpenAPI.*Conformance",
          "Namespaces .*(services are removed|patch a Namespace|to a Namespace).*Conformance",
          "ResourceQuota should .*Conformance",
          "ServiceAccounts should (guarantee|update|allow opting out)",
          "(Validating|Mutating)AdmissionPolicy .*Conformance");

  @Test
  void suitePassesWithoutNodes(@TempDir Path directory) throws IOException {
    String suite = ThirdPartyProgram.find("e2e.test", INSTALL);
    try (var program = Program.serve(Files.createDirectory(directory.resolve("data")))) {
      var kubectl = new Kubectl(program.kubeconfig(), directory);
      kubectl.create(NODE);
      kubectl.run("taint", "node", "node", "node.kubernetes.io/not-ready-");
      try (var running =
          Command.start(
              List.of(
                  suite,
                  "--kubeconfig=" + program.kubeconfig(),
                  "--provider=local",
                  "--kubectl-path=kubectl",
                  "--dump-logs-on-failure=false",
                  "--ginkgo.no-color",
                  "--ginkgo.focus=(" + String.join("|", FOCUS) + ")",
                  // The server has no alpha and beta versions of API groups.
                  "--ginkgo.skip=v1alpha1|v1beta1|Feature:"))) {
        int code = running.awaitEnd();
        if (code != 0) {
          throw new AssertionError(running.out().awaitEnd());
        }
      }
    }
  }
}
