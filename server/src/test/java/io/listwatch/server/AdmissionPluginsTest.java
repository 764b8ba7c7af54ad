package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.registry.admission.AdmissionSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The admission plug-ins of a whole server, over HTTP. */
final class AdmissionPluginsTest {
  private static final String NAMESPACE = "/api/v1/namespaces/default";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String POD =
      """
      {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"c","image":"registry.test/app:1"}]}}
      """;

  @Test
  void limitRangeAppliesToNextRequest() {
    try (var server = new OpenServer()) {
      server.send(
          "POST",
          NAMESPACE + "/limitranges",
          """
          {"metadata":{"name":"l"},"spec":{"limits":[{"type":"Container","default":{"cpu":"1"}}]}}
          """);

      JsonValue pod = server.send("POST", NAMESPACE + "/pods", POD.formatted("a"));

      assertThat(pod.at("/spec/containers/0/resources/limits/cpu").asText()).isEqualTo("1");
      // Fields that a plug-in sets have no manager, as in kube-apiserver.
      assertThat(pod.path("metadata").path("managedFields").toString()).doesNotContain("f:limits");
    }
  }

  @Test
  void concurrentCreatesNeverExceedQuota() throws Exception {
    try (var server = new OpenServer(ControllerSettings.NONE)) {
      server.send(
          "POST",
          NAMESPACE + "/resourcequotas",
          "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"count/configmaps\":\"10\"}}}");
      server.patch(
          "merge-patch+json",
          NAMESPACE + "/resourcequotas/q/status",
          """
          {"status":{"hard":{"count/configmaps":"10"},"used":{"count/configmaps":"0"}}}
          """);

      List<Integer> codes = createMaps(server, 40);

      assertThat(codes).containsOnly(201, 403);
      assertThat(codes).filteredOn(code -> code == 201).hasSize(10);
      assertThat(
              server
                  .send("GET", NAMESPACE + "/resourcequotas/q", "")
                  .at("/status/used/count~1configmaps")
                  .asText())
          .isEqualTo("10");
    }
  }

  private static List<Integer> createMaps(OpenServer server, int count) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> codes =
          IntStream.range(0, count)
              .mapToObj(
                  i ->
                      clients.submit(
                          () ->
                              server.code(
                                  "POST",
                                  NAMESPACE + "/configmaps",
                                  "{\"metadata\":{\"name\":\"m-%d\"}}".formatted(i))))
              .toList();
      var results = new ArrayList<Integer>();
      for (Future<Integer> each : codes) {
        results.add(each.get());
      }
      return results;
    } finally {
      clients.shutdown();
    }
  }

  @Test
  void controllerCalculatesUsageAndLowersItAfterDelete() {
    try (var server = new OpenServer()) {
      server.send("POST", NAMESPACE + "/pods", POD.formatted("before"));
      server.send(
          "POST",
          NAMESPACE + "/resourcequotas",
          "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"2\"}}}");
      await().untilAsserted(() -> assertThat(usedPods(server)).isEqualTo("1"));

      server.send("POST", NAMESPACE + "/pods", POD.formatted("second"));
      assertThat(usedPods(server)).isEqualTo("2");
      assertThat(server.code("POST", NAMESPACE + "/pods", POD.formatted("third"))).isEqualTo(403);
      server.send("DELETE", NAMESPACE + "/pods/before", "");

      await().untilAsserted(() -> assertThat(usedPods(server)).isEqualTo("1"));
      assertThat(server.code("POST", NAMESPACE + "/pods", POD.formatted("third"))).isEqualTo(201);
    }
  }

  @Test
  void controllerLowersUsageWhenPodEnds() {
    try (var server = new OpenServer()) {
      server.send("POST", NAMESPACE + "/pods", POD.formatted("p"));
      server.send(
          "POST",
          NAMESPACE + "/resourcequotas",
          "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"2\"}}}");
      await().untilAsserted(() -> assertThat(usedPods(server)).isEqualTo("1"));

      server.patch(
          "merge-patch+json",
          NAMESPACE + "/pods/p/status",
          "{\"status\":{\"phase\":\"Succeeded\"}}");

      await().untilAsserted(() -> assertThat(usedPods(server)).isEqualTo("0"));
    }
  }

  private static String usedPods(OpenServer server) {
    return server.send("GET", NAMESPACE + "/resourcequotas/q", "").at("/status/used/pods").asText();
  }

  @Test
  void systemPriorityClassesCannotBeDeleted() {
    try (var server = new OpenServer()) {
      String classes = "/apis/scheduling.k8s.io/v1/priorityclasses";

      assertThat(
              server.send("DELETE", classes + "/system-node-critical", "").path("message").asText())
          .isEqualTo(
              "priorityclasses.scheduling.k8s.io \"system-node-critical\" is forbidden:"
                  + " this is a system priority class and cannot be deleted");
    }
  }

  @Test
  void rejectsEphemeralContainerWithSecretThatItsAccountLacks() {
    try (var server = new OpenServer()) {
      server.send(
          "POST",
          NAMESPACE + "/serviceaccounts",
          """
          {"metadata":{"name":"strict","annotations":{"kubernetes.io/enforce-mountable-secrets":"true"}},
           "secrets":[{"name":"own"}]}
          """);
      server.send(
          "POST",
          NAMESPACE + "/pods",
          POD.formatted("p").replace("\"spec\":{", "\"spec\":{\"serviceAccountName\":\"strict\","));

      assertThat(debug(server, "other"))
          .isEqualTo(
              "ephemeral container e with envFrom referencing secret.secretName=\"other\" is not"
                  + " allowed because service account strict does not reference that secret");
      assertThat(debug(server, "own")).isEmpty();
    }
  }

  /** Adds an ephemeral container that reads a secret, and returns the error. */
  private static String debug(OpenServer server, String secret) {
    String response =
        server
            .patch(
                "strategic-merge-patch+json",
                NAMESPACE + "/pods/p/ephemeralcontainers",
                """
                {"spec":{"ephemeralContainers":[
                  {"name":"e","image":"a:1","envFrom":[{"secretRef":{"name":"%s"}}]}]}}
                """
                    .formatted(secret))
            .body();
    return JsonTrees.read(response).path("message").asText();
  }

  @Test
  void rejectsPrivilegedContainersUnlessAllowed() {
    AdmissionSettings unprivileged = AdmissionSettings.DEFAULT.withPrivileged(false);
    String container =
        "{\"name\":\"c\",\"image\":\"a:1\",\"securityContext\":{\"privileged\":true}}";
    String pod =
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[%s]}}".formatted(container);
    String deployment =
        """
        {"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{
          "metadata":{"labels":{"a":"b"}},"spec":{"containers":[%s]}}}}
        """
            .formatted(container);
    try (var server = new OpenServer(ApiServerConfig.open(0).with(c -> c.admission(unprivileged)));
        var allowing = new OpenServer()) {
      JsonValue rejected = server.send("POST", NAMESPACE + "/pods", pod);

      assertThat(rejected.path("code").asInt()).isEqualTo(422);
      assertThat(rejected.path("message").asText())
          .isEqualTo(
              "Pod \"p\" is invalid: spec.containers[0].securityContext.privileged: Forbidden:"
                  + " disallowed by cluster policy");
      assertThat(
              server.send("POST", DEPLOYMENTS, deployment).at("/details/causes/0/field").asText())
          .isEqualTo("spec.template.spec.containers[0].securityContext.privileged");
      assertThat(allowing.code("POST", NAMESPACE + "/pods", pod)).isEqualTo(201);
    }
  }

  @Test
  void measuresPluginsAndSteps() {
    var times = new MeasuredTimes();
    try (var server = new OpenServer(times)) {
      server.send("POST", NAMESPACE + "/pods", POD.formatted("a"));
      server.send(
          "POST",
          NAMESPACE + "/pods",
          POD.formatted("b").replace("\"spec\":{", "\"spec\":{\"serviceAccountName\":\"absent\","));
    }

    String plugin = "apiserver_admission_controller_admission_duration_seconds";
    assertThat(times.count(plugin, tags("name=LimitRanger, ", "false"))).isEqualTo(2);
    assertThat(times.count(plugin, tags("name=Priority, ", "false"))).isEqualTo(1);
    assertThat(times.count(plugin, tags("name=ServiceAccount, ", "true"))).isEqualTo(1);
    assertThat(times.count("apiserver_admission_step_admission_duration_seconds", tags("", "true")))
        .isEqualTo(1);
  }

  private static String tags(String name, String rejected) {
    return "{%soperation=CREATE, rejected=%s, type=admit}".formatted(name, rejected);
  }

  @Test
  void podCreatedRightAfterItsNamespaceGetsToken() {
    try (var server = new OpenServer()) {
      server.send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"new\"}}");

      JsonValue pod = server.send("POST", "/api/v1/namespaces/new/pods", POD.formatted("a"));

      assertThat(pod.at("/spec/serviceAccountName").asText()).isEqualTo("default");
      assertThat(pod.at("/spec/volumes/0/name").asText()).startsWith("kube-api-access-");
    }
  }

  @Test
  void namespaceLabelAppliesToNextRequest() {
    try (var server = new OpenServer()) {
      server.patch(
          "merge-patch+json",
          NAMESPACE,
          "{\"metadata\":{\"labels\":{\"pod-security.kubernetes.io/enforce\":\"restricted\"}}}");

      assertThat(server.code("POST", NAMESPACE + "/pods", POD.formatted("a"))).isEqualTo(403);

      server.patch(
          "merge-patch+json",
          NAMESPACE,
          "{\"metadata\":{\"labels\":{\"pod-security.kubernetes.io/enforce\":null}}}");

      assertThat(server.code("POST", NAMESPACE + "/pods", POD.formatted("a"))).isEqualTo(201);
    }
  }

  @Test
  void rejectsInvalidPodSecurityLabel() {
    try (var server = new OpenServer()) {
      JsonValue status =
          server.send(
              "POST",
              "/api/v1/namespaces",
              """
              {"metadata":{"name":"a","labels":{"pod-security.kubernetes.io/enforce":"strict"}}}
              """);

      assertThat(status.path("message").asText())
          .isEqualTo(
              "Namespace \"a\" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]:"
                  + " Invalid value: \"strict\": must be one of privileged, baseline, restricted");
    }
  }

  @Test
  void disabledPluginsDoNothing() {
    AdmissionSettings settings =
        AdmissionSettings.DEFAULT.withPlugins(
            List.of("AlwaysPullImages"),
            List.of("ServiceAccount", "Priority", "DefaultTolerationSeconds"));
    try (var server = new OpenServer(ApiServerConfig.open(0).with(c -> c.admission(settings)))) {
      JsonValue spec = server.send("POST", NAMESPACE + "/pods", POD.formatted("a")).path("spec");

      assertThat(spec.has("serviceAccountName")).isFalse();
      assertThat(spec.has("priority")).isFalse();
      assertThat(spec.has("tolerations")).isFalse();
      assertThat(spec.at("/containers/0/imagePullPolicy").asText()).isEqualTo("Always");
    }
  }

  @Test
  void optionalPluginsRunWhenEnabled() {
    AdmissionSettings settings =
        AdmissionSettings.DEFAULT.withPlugins(
            List.of(
                "DenyServiceExternalIPs",
                "ExtendedResourceToleration",
                "LimitPodHardAntiAffinityTopology"),
            List.of());
    try (var server = new OpenServer(ApiServerConfig.open(0).with(c -> c.admission(settings)))) {
      JsonValue service =
          server.send(
              "POST",
              NAMESPACE + "/services",
              """
              {"metadata":{"name":"s"},"spec":{"ports":[{"port":80}],"externalIPs":["10.1.2.3"]}}
              """);
      JsonValue pod =
          server.send(
              "POST",
              NAMESPACE + "/pods",
              POD.formatted("a")
                  .replace(
                      "app:1\"", "app:1\",\"resources\":{\"limits\":{\"example.com/gpu\":\"1\"}}"));
      JsonValue spread =
          server.send(
              "POST",
              NAMESPACE + "/pods",
              """
              {"metadata":{"name":"b"},"spec":{"containers":[{"name":"c","image":"registry.test/app:1"}],
               "affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
                {"topologyKey":"zone","labelSelector":{}}]}}}}
              """);

      assertThat(service.path("message").asText())
          .isEqualTo(
              "services \"s\" is forbidden: Use of external IPs is denied by admission control");
      assertThat(pod.path("spec").path("tolerations").toString()).contains("example.com/gpu");
      assertThat(spread.path("message").asText())
          .isEqualTo(
              "pods \"b\" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has"
                  + " TopologyKey zone but only key kubernetes.io/hostname is allowed");
    }
  }

  @Test
  void configurationSetsDefaultStandard() {
    AdmissionSettings settings =
        AdmissionSettings.DEFAULT.withConfiguration(
            """
            apiVersion: apiserver.config.k8s.io/v1
            kind: AdmissionConfiguration
            plugins:
            - name: PodSecurity
              configuration:
                apiVersion: pod-security.admission.config.k8s.io/v1
                kind: PodSecurityConfiguration
                defaults: {enforce: restricted}
                exemptions: {namespaces: [kube-system]}
            """
                .getBytes(StandardCharsets.UTF_8));
    try (var server = new OpenServer(ApiServerConfig.open(0).with(c -> c.admission(settings)))) {
      assertThat(server.code("POST", NAMESPACE + "/pods", POD.formatted("a"))).isEqualTo(403);
      assertThat(server.code("POST", "/api/v1/namespaces/kube-system/pods", POD.formatted("a")))
          .isEqualTo(201);
    }
  }
}
