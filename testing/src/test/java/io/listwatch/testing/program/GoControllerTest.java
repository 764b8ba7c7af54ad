package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kubernetes' sample-controller in Go, unmodified, on machines where it has been built. It creates
 * a Deployment for each Foo and keeps it in line with the Foo's spec.
 */
@Tag("kubectl")
final class GoControllerTest {
  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: foos.samplecontroller.k8s.io
        annotations:
          api-approved.kubernetes.io: unapproved, experimental-only
      spec:
        group: samplecontroller.k8s.io
        scope: Namespaced
        names: {kind: Foo, plural: foos}
        versions:
          - name: v1alpha1
            served: true
            storage: true
            subresources: {status: {}}
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec:
                    type: object
                    properties:
                      deploymentName: {type: string}
                      replicas: {type: integer, minimum: 1, maximum: 10}
                  status:
                    type: object
                    properties:
                      availableReplicas: {type: integer}
      """;

  private static final String FOO =
      """
      apiVersion: samplecontroller.k8s.io/v1alpha1
      kind: Foo
      metadata: {name: one}
      spec: {deploymentName: of-one, replicas: 2}
      """;

  @Test
  void keepsADeploymentInLineWithItsFoo(@TempDir Path directory) throws IOException {
    String controller =
        ThirdPartyProgram.find("sample-controller", "go install k8s.io/sample-controller@latest");
    try (var program = Program.serve(Files.createDirectory(directory.resolve("data")))) {
      var kubectl = new Kubectl(program.kubeconfig(), directory);
      kubectl.create(DEFINITION);
      kubectl.awaitServed("foos.samplecontroller.k8s.io", "v1alpha1");
      try (var running =
          Command.start(List.of(controller, "-kubeconfig=" + program.kubeconfig()))) {
        kubectl.create(FOO);
        awaitReplicas(kubectl, running, "2");

        kubectl.run("patch", "foo", "one", "--type=merge", "-p={\"spec\":{\"replicas\":5}}");
        awaitReplicas(kubectl, running, "5");

        kubectl.run("scale", "deployment", "of-one", "--replicas=1");
        awaitReplicas(kubectl, running, "5");

        kubectl.run("delete", "deployment", "of-one");
        awaitReplicas(kubectl, running, "5");

        kubectl.run("delete", "foo", "one");
        kubectl.run("wait", "--for=delete", "deployment/of-one", "--timeout=180s");
      }
    }
  }

  private static void awaitReplicas(Kubectl kubectl, Command running, String count) {
    await()
        .untilAsserted(
            () ->
                assertThat(
                        kubectl.run(
                            "get",
                            "deployments",
                            "-o=jsonpath={.items[?(@.metadata.name==\"of-one\")].spec.replicas}"))
                    .as(() -> running.errors().text())
                    .isEqualTo(count));
  }
}
