package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.controllers.ControllerSettings;
import org.junit.jupiter.api.Test;

/** The status that kube-controller-manager's {@code validatingadmissionpolicy-status} writes. */
final class PolicyTypeCheckingTest {
  private static final String POLICIES =
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
  private static final String DEPLOYMENTS =
      "{'apiGroups':['apps'],'apiVersions':['v1'],'operations':['*'],'resources':['deployments']}";
  private static final String PODS =
      "{'apiGroups':[''],'apiVersions':['v1'],'operations':['*'],'resources':['pods']}";

  /** In JSON, ' stands for a quote, and ` for one inside a string. */
  private static String json(String text) {
    return text.replace('\'', '"').replace("`", "'");
  }

  private static void create(OpenServer server, String rules, String members) {
    JsonValue made =
        server.send(
            "POST",
            POLICIES,
            json(
                "{'metadata':{'name':'p'},'spec':{'matchConstraints':{'resourceRules':[%s]},%s}}"
                    .formatted(rules, members)));
    assertThat(made.path("kind").asText())
        .as(made.toString())
        .isEqualTo("ValidatingAdmissionPolicy");
  }

  private static JsonValue checked(OpenServer server, int generation) {
    await()
        .until(
            () ->
                server.send("GET", POLICIES + "/p", "").at("/status/observedGeneration").longValue()
                    == generation);
    return server.send("GET", POLICIES + "/p", "").path("status").path("typeChecking");
  }

  @Test
  void reportsFieldsThatAKindDoesNotHave() {
    try (var server = new OpenServer(ControllerSettings.ALL)) {
      create(
          server,
          DEPLOYMENTS + "," + PODS,
          """
          'variables':[{'name':'replicas','expression':'object.spec.replicas'}],
          'validations':[
            {'expression':'object.metadata.name != ``'},
            {'expression':'variables.replicas > 1',
             'messageExpression':'`at least ` + string(object.spec.replica)'},
            {'expression':'object.spec.replicas > `1`'}]
          """);

      JsonValue warnings = checked(server, 1).path("expressionWarnings");

      assertThat(warnings.size()).isEqualTo(2);
      assertThat(warnings.path(0).path("fieldRef").asText())
          .isEqualTo("spec.validations[1].messageExpression");
      assertThat(warnings.path(0).path("warning").asText())
          .isEqualTo(
              """
              /v1, Kind=Pod: ERROR: <input>:1:33: undefined field 'replica'
               | 'at least ' + string(object.spec.replica)
               | ................................^

              apps/v1, Kind=Deployment: ERROR: <input>:1:33: undefined field 'replica'
               | 'at least ' + string(object.spec.replica)
               | ................................^
              """);
      assertThat(warnings.path(1).path("warning").asText())
          .contains(
              "/v1, Kind=Pod: ERROR: <input>:1:12: undefined field 'replicas'",
              "apps/v1, Kind=Deployment: ERROR: <input>:1:22: found no matching overload for '_>_'"
                  + " applied to '(int, string)'");
    }
  }

  @Test
  void checksAgainWhenThePolicyChanges() {
    try (var server = new OpenServer(ControllerSettings.ALL)) {
      create(server, PODS, "'validations':[{'expression':'object.spec.none == 1'}]");
      assertThat(checked(server, 1).path("expressionWarnings").size()).isEqualTo(1);

      assertThat(
              server
                  .patch(
                      "merge-patch+json",
                      POLICIES + "/p",
                      json("{'spec':{'validations':[{'expression':'object.kind == `Pod`'}]}}"))
                  .statusCode())
          .isEqualTo(200);

      assertThat(checked(server, 2).path("expressionWarnings").isEmpty()).isTrue();
    }
  }

  @Test
  void checksParametersOfCustomKinds() {
    try (var server = new OpenServer(ControllerSettings.ALL)) {
      assertThat(
              server.code(
                  "POST",
                  OpenServer.DEFINITIONS,
                  json(
                      """
                      {'metadata':{'name':'limits.example.com'},'spec':{'group':'example.com',
                       'scope':'Cluster','names':{'plural':'limits','kind':'Limit'},
                       'versions':[{'name':'v1','served':true,'storage':true,'schema':{
                         'openAPIV3Schema':{'type':'object','properties':{
                           'max':{'type':'integer'},'any':{'x-kubernetes-int-or-string':true}}}}}]}}
                      """)))
          .isEqualTo(201);
      await().until(() -> server.code("GET", "/apis/example.com/v1/limits", "") == 200);
      create(
          server,
          DEPLOYMENTS,
          """
          'paramKind':{'apiVersion':'example.com/v1','kind':'Limit'},
          'validations':[
            {'expression':'object.spec.replicas < params.max || params.any == 3'},
            {'expression':'object.spec.replicas < params.min'}]
          """);

      JsonValue warnings = checked(server, 1).path("expressionWarnings");

      assertThat(warnings.size()).isEqualTo(1);
      assertThat(warnings.path(0).toString())
          .contains("spec.validations[1].expression", "undefined field 'min'");
    }
  }

  @Test
  void wildcardsAreNotChecked() {
    try (var server = new OpenServer(ControllerSettings.ALL)) {
      create(
          server,
          "{'apiGroups':['*'],'apiVersions':['v1'],'operations':['*'],'resources':['pods']},"
              + "{'apiGroups':[''],'apiVersions':['v1'],'operations':['*'],"
              + "'resources':['pods/status']}",
          "'validations':[{'expression':'object.spec.none == 1'}]");

      assertThat(checked(server, 1).toString()).isEqualTo("{}");
    }
  }

  @Test
  void canBeDisabled() {
    try (var server =
        new OpenServer(ControllerSettings.ALL.without(BuiltInController.POLICY_TYPE_CHECKING))) {
      create(server, PODS, "'validations':[{'expression':'object.spec.none == 1'}]");

      assertThat(server.send("GET", POLICIES + "/p", "").path("status").isEmpty()).isTrue();
    }
  }
}
