package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** kubectl and curl with the program, on each storage engine. */
@Tag("kubectl")
@Tag("curl")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ToolsContract {
  /** A DNS name in the server's certificate, besides its address. */
  protected static final String OWN_NAME = "listwatch.example.org";

  private Program program;
  private Kubectl kubectl;

  /** Starts the program with its demo objects and a certificate for {@link #OWN_NAME}. */
  protected abstract Program serve(Path data);

  @BeforeAll
  final void start(@TempDir Path directory) {
    program = serve(directory.resolve("data"));
    kubectl = new Kubectl(program.kubeconfig(), directory);
    System.out.println(kubectl.run("version"));
  }

  @AfterAll
  final void end() {
    program.close();
  }

  @Test
  void createsReadsChangesAndDeletesAnObject() {
    assertThat(kubectl.create(configMap("life", "a: '1'"))).isEqualTo("configmap/life created");

    String first = kubectl.run("patch", "configmap", "life", "-p", "{\"data\":{\"a\":\"2\"}}");
    kubectl.run("patch", "cm", "life", "--type", "merge", "-p", "{\"data\":{\"b\":\"3\"}}");
    String add = "[{\"op\":\"add\",\"path\":\"/data/c\",\"value\":\"4\"}]";
    kubectl.run("patch", "cm", "life", "--type", "json", "-p", add);
    kubectl.run("label", "cm", "life", "tier=front");
    kubectl.run("annotate", "cm", "life", "note=first");

    assertThat(first).isEqualTo("configmap/life patched");
    assertThat(kubectl.run("get", "cm", "-l", "tier=front", "-o", "name"))
        .isEqualTo("configmap/life");
    assertThat(kubectl.run("get", "cm", "life", "-o", "jsonpath={.data}"))
        .isEqualTo("{\"a\":\"2\",\"b\":\"3\",\"c\":\"4\"}");
    assertThat(kubectl.run("get", "cm", "life", "-o", "yaml"))
        .contains("kind: ConfigMap", "    note: first", "    tier: front");
    assertThat(kubectl.run("describe", "cm", "life")).contains("Name:         life", "note: first");
    assertThat(kubectl.run("delete", "cm", "life")).contains("\"life\" deleted");
    assertThat(kubectl.fail("get", "cm", "life"))
        .isEqualTo("Error from server (NotFound): configmaps \"life\" not found");
  }

  @Test
  void appliesOnTheServerSide() {
    String one = configMap("applied", "a: '1'");
    String two = configMap("applied", "a: '2'");
    assertThat(kubectl.apply(one, "--server-side"))
        .isEqualTo("configmap/applied serverside-applied");
    String version = version("applied");

    kubectl.apply(one, "--server-side");
    assertThat(version("applied")).as("after applying the same manifest again").isEqualTo(version);

    assertThat(kubectl.failToApply(two, "--server-side", "--field-manager", "other"))
        .contains("Apply failed with 1 conflict: conflict with \"kubectl\": .data.a");
    kubectl.apply(two, "--server-side", "--field-manager", "other", "--force-conflicts");
    assertThat(kubectl.run("get", "cm", "applied", "-o", "jsonpath={.data.a}")).isEqualTo("2");
  }

  @Test
  void migratesFromClientSideToServerSideApply() {
    kubectl.apply(configMap("moved", "a: '1'"));

    kubectl.apply(configMap("moved", "b: '2'"), "--server-side");

    assertThat(kubectl.run("get", "cm", "moved", "-o", "jsonpath={.data}"))
        .isEqualTo("{\"b\":\"2\"}");
    assertThat(
            kubectl
                .run(
                    "get",
                    "cm",
                    "moved",
                    "--show-managed-fields",
                    "-o",
                    "jsonpath={.metadata.managedFields[*].manager}")
                .split(" ", -1))
        .as("field managers; kubectl has another one for its annotation")
        .containsExactlyInAnyOrder("kubectl", "kubectl-last-applied");
  }

  private String version(String name) {
    return kubectl.run("get", "cm", name, "-o", "jsonpath={.metadata.resourceVersion}");
  }

  @Test
  void watchShowsChanges() {
    try (var watch = kubectl.start("get", "configmaps", "-w", "-o", "wide")) {
      assertThat(kubectl.create(configMap("watched", "a: '1'"))).contains("created");
      watch.out().await("^watched +1 +\\S+");

      kubectl.run("patch", "cm", "watched", "-p", "{\"data\":{\"b\":\"2\"}}");
      watch.out().await("^watched +2 +\\S+");

      kubectl.run("delete", "cm", "watched");
      assertThat(watch.out().await("^watched +2 +\\S+", 2)).hasSize(2);
    }
  }

  @Test
  void showsPodsInTheUsualColumns() {
    assertThat(kubectl.run("get", "pods", "-n", "default", "-o", "wide"))
        .contains("NAME", "READY", "STATUS", "RESTARTS", "AGE", "NODE", "zx-vpa-786d4b8bb5-xv5zw");
    assertThat(kubectl.run("describe", "pod", "zx-vpa-786d4b8bb5-xv5zw"))
        .containsPattern("Image: +ubuntu:stress")
        .contains("memory:  131072k");
    assertThat(kubectl.run("api-resources", "-o", "wide"))
        .containsPattern("configmaps +cm +v1 +true +ConfigMap +create,")
        .containsPattern("deployments +deploy +apps/v1 +true +Deployment ");
  }

  @Test
  void scalesADeployment() {
    kubectl.create(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          replicas: 1
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: web, image: nginx}]}
        """);

    assertThat(kubectl.run("scale", "deployment", "web", "--replicas", "3"))
        .isEqualTo("deployment.apps/web scaled");
    assertThat(kubectl.run("wait", "deployment/web", "--for", "jsonpath={.spec.replicas}=3"))
        .isEqualTo("deployment.apps/web condition met");
    assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.metadata.generation}"))
        .isEqualTo("2");
  }

  @Test
  void servesEstablishedCustomResource() {
    kubectl.create(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: crontabs.example.org
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
                  spec: {type: object, properties: {cron: {type: string}}}
            additionalPrinterColumns:
            - {name: Cron, type: string, jsonPath: .spec.cron}
        """);
    kubectl.awaitServed("crontabs.example.org", "v1");

    kubectl.create(
        """
        apiVersion: example.org/v1
        kind: CronTab
        metadata: {name: nightly}
        spec: {cron: 0 3 * * *}
        """);

    assertThat(kubectl.run("get", "ct")).containsPattern("NAME +CRON\nnightly +0 3 \\* \\* \\*");
    assertThat(kubectl.run("delete", "crontab", "nightly")).contains("\"nightly\" deleted");
  }

  @Test
  void finalizerDelaysDeletion() {
    kubectl.create(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: held, finalizers: [example.org/hold]}
        """);
    kubectl.run("delete", "cm", "held", "--wait=false");
    assertThat(kubectl.run("get", "cm", "held", "-o", "jsonpath={.metadata.deletionTimestamp}"))
        .isNotEmpty();

    try (var wait = kubectl.start("wait", "cm/held", "--for", "delete", "--timeout", "120s")) {
      kubectl.run("patch", "cm", "held", "-p", "{\"metadata\":{\"finalizers\":null}}");

      assertThat(wait.awaitEnd()).isZero();
    }
    assertThat(kubectl.fail("get", "cm", "held")).contains("NotFound");
  }

  @Test
  void groupsDetermineThePermissionsOfAUser(@TempDir Path directory) throws IOException {
    assertThat(as("jane", "readers", directory).fail("get", "--raw", "/api/v1/namespaces"))
        .startsWith("Error from server (Forbidden): ")
        .contains("User \"jane\" cannot list resource \"namespaces\"");
    assertThat(as("john", "system:masters", directory).run("get", "namespaces"))
        .contains("kube-system");
    assertThat(as("jane", "readers", directory).run("config", "current-context"))
        .isEqualTo("jane@listwatch");
  }

  private Kubectl as(String user, String group, Path directory) throws IOException {
    String data = program.data().toString();
    try (var issue =
        Program.start("kubeconfig", "--data", data, "--user", user, "--group", group)) {
      Path file = directory.resolve(user);
      Files.writeString(file, issue.out().awaitEnd());
      return new Kubectl(file, directory);
    }
  }

  @Test
  void certificateHasTheConfiguredNames() {
    String name = OWN_NAME + ":" + program.secure().getPort();

    assertThat(
            Command.run(
                "curl",
                "-sS",
                "--cacert",
                program.data().resolve("pki/ca.crt").toString(),
                "--resolve",
                name + ":127.0.0.1",
                "https://" + name + "/readyz"))
        .isEqualTo("ok");
  }

  @Test
  void watchSendsOneEventPerChunk() {
    String path = "/api/v1/watch/namespaces/kube-system/configmaps/coredns";
    try (var curl = curl("--raw", "-i", path)) {
      Output out = curl.out();
      out.await("^HTTP/1.1 200");
      out.await("(?i)^transfer-encoding: chunked");
      String added = out.await("^(.*\"type\":\"ADDED\".*)$").group(1);

      kubectl.edit("s/lameduck 5s/lameduck 6s/", "configmap", "coredns", "-n", "kube-system");
      String modified = out.await("^(.*\"type\":\"MODIFIED\".*)$").group(1);

      assertThat(out.text()).contains(chunk(added), chunk(modified));
      assertThat(added).contains("lameduck 5s", "\"manager\":\"kubeadm\"");
      assertThat(modified).contains("lameduck 6s", "\"manager\":\"kubectl-edit\"");
      assertThat(Http.version(modified)).isGreaterThan(Http.version(added));
    }
  }

  /** Returns an HTTP chunk: the length, the event and a line feed. */
  private static String chunk(String event) {
    return Integer.toHexString(event.length() + 1) + "\n" + event + "\n";
  }

  @Test
  void watchPassesThroughKubectlProxy() {
    kubectl.create(configMap("proxied", "a: '1'"));
    try (var proxy = kubectl.start("proxy", "--port=0")) {
      String port = proxy.out().await("^Starting to serve on 127.0.0.1:(\\d+)").group(1);
      String path = "/api/v1/watch/namespaces/default/configmaps/proxied";
      try (var curl = Command.start(List.of("curl", "-sN", "http://127.0.0.1:" + port + path))) {
        curl.out().await("\"type\":\"ADDED\"");

        kubectl.run("patch", "cm", "proxied", "-p", "{\"data\":{\"a\":\"2\"}}");

        curl.out().await("\"type\":\"MODIFIED\".*\"a\":\"2\"");
      }
    }
  }

  @Test
  void watchOfPodsShowsWholeObjects() {
    // The demo changes no pods in this namespace.
    kubectl.run("create", "namespace", "still");
    kubectl.create(pod("still", "one") + "---\n" + pod("still", "two"));
    try (var query = curl("/api/v1/namespaces/still/pods?watch=true");
        var path = curl("/api/v1/watch/namespaces/still/pods")) {
      assertThat(query.out().await("\"type\":\"ADDED\"", 2)).hasSize(2);
      assertThat(path.out().await("\"type\":\"ADDED\"", 2)).hasSize(2);

      kubectl.run("annotate", "-n", "still", "pod", "one", "vpaObservedContainers=other");
      String changed = query.out().await("^(.*\"MODIFIED\".*\"other\".*)$").group(1);
      kubectl.run("delete", "-n", "still", "pod", "one", "--wait=false");
      String ending = query.out().await("^(.*\"MODIFIED\".*deletionTimestamp.*)$").group(1);
      kubectl.run("delete", "-n", "still", "pod", "one", "--force", "--grace-period=0");
      String deleted = query.out().await("^(.*\"DELETED\".*)$").group(1);

      assertThat(changed).contains("ubuntu:stress", "\"131072k\"");
      assertThat(Http.version(changed)).isLessThan(Http.version(ending));
      assertThat(Http.version(ending)).isLessThan(Http.version(deleted));
      path.out().await("\"DELETED\"");
      assertThat(path.out().text()).isEqualTo(query.out().text());
    }
  }

  private static String pod(String namespace, String name) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s, namespace: %s}
    spec:
      nodeName: nowhere
      terminationGracePeriodSeconds: 5
      containers:
      - {name: a, image: "ubuntu:stress", resources: {limits: {memory: 131072k}}}
    """
        .formatted(name, namespace);
  }

  private Command curl(String... arguments) {
    var words = new ArrayList<>(List.of("curl", "-sN"));
    for (String each : arguments) {
      words.add(each.startsWith("/") ? program.plain() + each : each);
    }
    return Command.start(words);
  }

  private static String configMap(String name, String data) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: %s}
    data: {%s}
    """
        .formatted(name, data);
  }
}
