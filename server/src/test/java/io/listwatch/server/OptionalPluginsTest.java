package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.admission.AdmissionSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plug-ins that are off by default. */
final class OptionalPluginsTest {
  private static final String PODS = "/api/v1/namespaces/team/pods";

  private static OpenServer server(String plugin, String configuration) {
    String file =
        configuration.isEmpty()
            ? ""
            : "{'name':'%s','configuration':%s}".formatted(plugin, configuration);
    AdmissionSettings settings =
        AdmissionSettings.DEFAULT
            .withConfiguration(
                ("{'apiVersion':'apiserver.config.k8s.io/v1','kind':'AdmissionConfiguration',"
                        + "'plugins':[%s]}")
                    .formatted(file)
                    .replace('\'', '"')
                    .getBytes(UTF_8))
            .withPlugins(List.of(plugin), List.of());
    return new OpenServer(ApiServerConfig.open(0).with(c -> c.admission(settings)));
  }

  private static JsonValue post(OpenServer server, String path, String json) {
    return server.send("POST", path, json.replace('\'', '"').replace('`', '\''));
  }

  private static void namespace(OpenServer server, String annotation, String value) {
    JsonValue made =
        server.send(
            "POST",
            "/api/v1/namespaces",
            "{\"metadata\":{\"name\":\"team\",\"annotations\":{\"%s\":\"%s\"}}}"
                .formatted(annotation, value.replace("'", "\\\"")));
    assertThat(made.path("kind").asText()).as(made.toString()).isEqualTo("Namespace");
  }

  private static JsonValue pod(OpenServer server, String name, String spec) {
    return post(
        server,
        PODS,
        "{'metadata':{'name':'%s'},'spec':{%s'containers':[{'name':'c','image':'i'}]}}"
            .formatted(name, spec));
  }

  @Test
  void podNodeSelectorMergesTheSelectorOfTheNamespace() {
    try (var server =
        server(
            "PodNodeSelector",
            "{'podNodeSelectorPluginConfig':{'clusterDefaultNodeSelector':'a=b',"
                + "'team':'zone=x,disk=ssd'}}")) {
      namespace(server, "scheduler.alpha.kubernetes.io/node-selector", "zone=x");

      assertThat(pod(server, "a", "'nodeSelector':{'disk':'ssd'},").at("/spec/nodeSelector"))
          .hasToString("{\"disk\":\"ssd\",\"zone\":\"x\"}");
      assertThat(pod(server, "b", "'nodeSelector':{'zone':'y'},").path("message").asText())
          .isEqualTo(
              "pods \"b\" is forbidden: pod node label selector conflicts with its namespace node"
                  + " label selector");
      assertThat(pod(server, "c", "'nodeSelector':{'other':'y'},").path("message").asText())
          .isEqualTo(
              "pods \"c\" is forbidden: pod node label selector labels conflict with its namespace"
                  + " whitelist");
    }
  }

  @Test
  void podNodeSelectorUsesTheDefaultOfTheCluster() {
    try (var server =
        server(
            "PodNodeSelector",
            "{'podNodeSelectorPluginConfig':{'clusterDefaultNodeSelector':'a=b'}}")) {
      namespace(server, "other", "");

      assertThat(pod(server, "a", "").at("/spec/nodeSelector")).hasToString("{\"a\":\"b\"}");
    }
  }

  @Test
  void podNodeSelectorRejectsPodsIfTheAnnotationIsMalformed() {
    try (var server = server("PodNodeSelector", "")) {
      namespace(server, "scheduler.alpha.kubernetes.io/node-selector", "zone");

      JsonValue answer = pod(server, "a", "");

      assertThat(answer.path("code").longValue()).isEqualTo(500);
      assertThat(answer.path("message").asText()).isEqualTo("invalid selector: [zone]");
    }
  }

  @Test
  void podTolerationRestrictionMergesAndChecks() {
    try (var server = server("PodTolerationRestriction", "")) {
      server.send(
          "POST",
          "/api/v1/namespaces",
          """
          {"metadata":{"name":"team","annotations":{
            "scheduler.alpha.kubernetes.io/defaultTolerations":
              "[{\\"key\\":\\"a\\",\\"operator\\":\\"Exists\\"}]",
            "scheduler.alpha.kubernetes.io/tolerationsWhitelist":
              "[{\\"key\\":\\"a\\",\\"operator\\":\\"Exists\\"},{\\"key\\":\\"node.kubernetes.io/not-ready\\",\\"operator\\":\\"Exists\\"},{\\"key\\":\\"node.kubernetes.io/unreachable\\",\\"operator\\":\\"Exists\\"}]"}}}
          """);

      JsonValue made =
          pod(server, "a", "'tolerations':[{'key':'a','operator':'Equal','value':'1'}],");

      assertThat(made.at("/spec/tolerations").size()).isEqualTo(3);
      assertThat(made.at("/spec/tolerations/2").toString())
          .as(made.toString())
          .isEqualTo("{\"key\":\"a\",\"operator\":\"Exists\"}");
      JsonValue rejected = pod(server, "b", "'tolerations':[{'operator':'Exists'}],");
      assertThat(rejected.path("code").longValue()).isEqualTo(500);
      assertThat(rejected.path("message").asText())
          .isEqualTo(
              "pod tolerations (possibly merged with namespace default tolerations) conflict with"
                  + " its namespace whitelist");
    }
  }

  @Test
  void eventRateLimitRejectsTheEventAfterABurst() {
    try (var server =
        server(
            "EventRateLimit",
            "{'apiVersion':'eventratelimit.admission.k8s.io/v1alpha1','kind':'Configuration',"
                + "'limits':[{'type':'Namespace','qps':1,'burst':1}]}")) {
      String events = "/api/v1/namespaces/default/events";
      String event =
          "{'metadata':{'name':'%s','namespace':'default'},'involvedObject':{'namespace':'default'}}";
      post(server, events + "?dryRun=All", event.formatted("a"));
      JsonValue first = post(server, events, event.formatted("a"));
      JsonValue second = post(server, events, event.formatted("b"));
      JsonValue third = post(server, events, event.formatted("c"));

      assertThat(first.path("kind").asText()).as(first.toString()).isEqualTo("Event");
      assertThat(List.of(second, third))
          .anySatisfy(
              each -> {
                assertThat(each.path("code").longValue()).isEqualTo(429);
                assertThat(each.path("message").asText())
                    .isEqualTo("limit reached on type Namespace for key default");
              });
    }
  }

  @Test
  void eventRateLimitRejectsInvalidConfiguration() {
    String configuration =
        "{'apiVersion':'eventratelimit.admission.k8s.io/v1alpha1','kind':'Configuration',"
            + "'limits':[{'type':'Host','qps':1,'burst':1}]}";
    assertThatThrownBy(() -> server("EventRateLimit", configuration))
        .hasMessage(
            "limits[0].type: Host (expected: one of Namespace, Server, SourceAndObject, User)");
  }

  @Test
  void namespaceExistsWorksWithoutNamespaceLifecycle() {
    AdmissionSettings settings =
        AdmissionSettings.DEFAULT.withPlugins(
            List.of("NamespaceExists"), List.of("NamespaceLifecycle"));
    try (var server = new OpenServer(ApiServerConfig.open(0).with(c -> c.admission(settings)))) {
      JsonValue rejected =
          post(server, "/api/v1/namespaces/none/configmaps", "{'metadata':{'name':'a'}}");

      assertThat(rejected.path("message").asText()).isEqualTo("namespaces \"none\" not found");
      assertThat(rejected.path("code").longValue()).isEqualTo(404);
      assertThat(
              post(server, "/api/v1/namespaces/default/configmaps", "{'metadata':{'name':'a'}}")
                  .path("kind")
                  .asText())
          .isEqualTo("ConfigMap");
    }
  }

  @Test
  void namespaceAutoProvisionCreatesTheNamespace() {
    try (var server = server("NamespaceAutoProvision", "")) {
      String maps = "/api/v1/namespaces/new/configmaps";
      String map = "{'metadata':{'name':'a'}}";

      assertThat(post(server, maps + "?dryRun=All", map).path("message").asText())
          .isEqualTo("namespaces \"new\" not found");
      assertThat(post(server, maps, map).path("kind").asText()).isEqualTo("ConfigMap");
      assertThat(server.send("GET", "/api/v1/namespaces/new", "").at("/status/phase").asText())
          .isEqualTo("Active");
    }
  }
}
