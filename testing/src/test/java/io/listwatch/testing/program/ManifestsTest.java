package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** kubectl with users' manifests: explain, validation, apply and diff, which all read OpenAPI. */
@Tag("kubectl")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ManifestsTest {
  private Program program;
  private Kubectl kubectl;

  @BeforeAll
  void start(@TempDir Path directory) {
    program = Program.serve(directory.resolve("data"));
    kubectl = new Kubectl(program.kubeconfig(), directory);
  }

  @AfterAll
  void end() {
    program.close();
  }

  @Test
  void faultsAreOffByDefault() {
    assertThat(kubectl.fail("get", "--raw", "/listwatch/v1/faults")).contains("NotFound");
  }

  @Test
  void explainsBuiltInKinds() {
    assertThat(kubectl.run("explain", "pods"))
        .contains("KIND:       Pod", "spec\t<PodSpec>", "metadata\t<ObjectMeta>");
    assertThat(kubectl.run("explain", "deployment.spec.template", "--recursive"))
        .contains("FIELD: template <PodTemplateSpec>", "containers\t<[]Container> -required-");
  }

  @ParameterizedTest
  @MethodSource("kubectls")
  void explainsWithDescriptions(Path each, @TempDir Path cache) {
    var kubectl = new Kubectl(each.toString(), program.kubeconfig(), cache);
    String field = "How many pods there should be; 1 if not set.";

    assertThat(kubectl.run("explain", "deployment.spec.replicas")).contains(field);
    assertThat(kubectl.run("explain", "deployment.spec")).contains(field);
    assertThat(
            kubectl.run("explain", "deployment.spec.replicas", "--output", "plaintext-openapiv2"))
        .contains(field);
    assertThat(kubectl.run("explain", "pods.apiVersion"))
        .contains("APIVersion defines the API group and version of the object");
  }

  private static Collection<Path> kubectls() {
    return Kubectls.chosen().values();
  }

  @Test
  void explainsKindsFromOpenApiV2() {
    // kubectl reads OpenAPI v2 as protobuf, as older clients do for all kinds.
    assertThat(kubectl.run("explain", "deployment.spec", "--output", "plaintext-openapiv2"))
        .contains(
            "RESOURCE: spec <Object>", "template\t<Object> -required-", "replicas\t<integer>");
  }

  @Test
  void explainsFieldsOfCustomResources() {
    kubectl.create(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: crontabs.example.org}
        spec:
          group: example.org
          scope: Namespaced
          names: {plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct]}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec:
                    type: object
                    required: [cron]
                    properties: {cron: {type: string, description: When it runs.}}
        """);
    kubectl.awaitServed("crontabs.example.org", "v1");
    kubectl.create(
        """
        apiVersion: example.org/v1
        kind: CronTab
        metadata: {name: nightly}
        spec: {cron: 0 3 * * *}
        """);

    assertThat(kubectl.run("explain", "crontab.spec"))
        .contains("cron\t<string> -required-", "When it runs.");
    assertThat(kubectl.run("explain", "crontab.spec", "--output", "plaintext-openapiv2"))
        .contains("cron\t<string> -required-", "When it runs.");
    assertThat(kubectl.edit("s/0 3/0 4/", "ct", "nightly"))
        .isEqualTo("crontab.example.org/nightly edited");
    assertThat(kubectl.run("get", "ct", "nightly", "-o", "jsonpath={.spec.cron}"))
        .isEqualTo("0 4 * * *");
  }

  @Test
  void rejectsUnknownField() {
    String manifest = deployment("typo", 1).replace("replicas:", "replica:");
    String unknown = "strict decoding error: unknown field \"spec.replica\"";

    assertThat(kubectl.fail("create", "-f", kubectl.file(manifest)))
        .startsWith("Error from server (BadRequest): error when creating ")
        .endsWith("Deployment in version \"v1\" cannot be handled as a Deployment: " + unknown);
    assertThat(kubectl.fail("apply", "-f", kubectl.file(manifest))).endsWith(unknown);
    assertThat(kubectl.run("create", "--validate=false", "-f", kubectl.file(manifest)))
        .isEqualTo("deployment.apps/typo created");
  }

  @Test
  void secondApplyChangesNothing() {
    String once = kubectl.file(deployment("again", 1));
    String changed = kubectl.file(deployment("again", 2));

    assertThat(kubectl.run("apply", "-f", once)).isEqualTo("deployment.apps/again created");
    assertThat(kubectl.run("apply", "-f", once)).isEqualTo("deployment.apps/again unchanged");
    assertThat(kubectl.run("diff", "-f", once)).isEmpty();
    try (var diff = kubectl.start("diff", "-f", changed)) {
      assertThat(diff.awaitEnd()).isEqualTo(1);
      assertThat(diff.out().awaitEnd()).contains("-  replicas: 1", "+  replicas: 2");
    }
    assertThat(kubectl.run("apply", "-f", changed)).isEqualTo("deployment.apps/again configured");
    assertThat(kubectl.edit("s/replicas: 2/replicas: 3/", "deployment", "again"))
        .isEqualTo("deployment.apps/again edited");
    assertThat(kubectl.run("get", "deploy", "again", "-o", "jsonpath={.spec.replicas}"))
        .isEqualTo("3");
  }

  @Test
  void dryRunCreatesNothing() {
    String manifest = kubectl.file(deployment("rehearsed", 1));

    assertThat(kubectl.run("apply", "--dry-run=server", "-f", manifest))
        .isEqualTo("deployment.apps/rehearsed created (server dry run)");
    assertThat(kubectl.run("create", "--dry-run=server", "-f", manifest))
        .isEqualTo("deployment.apps/rehearsed created (server dry run)");
    assertThat(kubectl.fail("get", "deployment", "rehearsed")).contains("NotFound");
  }

  private static String deployment(String name, int replicas) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: %s}
    spec:
      replicas: %d
      selector: {matchLabels: {app: web}}
      template:
        metadata: {labels: {app: web}}
        spec: {containers: [{name: web, image: nginx, ports: [{containerPort: 80}]}]}
    """
        .formatted(name, replicas);
  }
}
