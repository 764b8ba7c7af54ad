package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Mutating admission policies: parameters, reinvocation, errors. The transcript {@code
 * policy.mutating} has the rest.
 */
final class MutatingPoliciesTest {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final OpenServer server = new OpenServer();

  @AfterEach
  void stop() {
    server.close();
  }

  /** Creates an object; ' stands for a quote, and ` for one inside a string. */
  private void create(String path, String json) {
    JsonValue made = server.send("POST", path, json.replace('\'', '"').replace("`", "'"));
    assertThat(made.path("kind").asText()).as(made.toString()).isNotEqualTo("Status");
  }

  private void policy(String name, String mutation, String more) {
    policy(name, "configmaps", mutation, more);
  }

  private void policy(String name, String resource, String mutation, String more) {
    create(
        GROUP + "mutatingadmissionpolicies",
        """
        {'metadata':{'name':'%s'},'spec':{'matchConstraints':{'resourceRules':[{'apiGroups':['*'],
          'apiVersions':['v1'],'operations':['*'],'resources':['%s']}]},
          'mutations':[%s]%s%s}}
        """
            .formatted(
                name,
                resource,
                mutation,
                more.contains("reinvocationPolicy") ? "" : ",'reinvocationPolicy':'Never'",
                more));
  }

  private static String configuration(String expression) {
    return "{'patchType':'ApplyConfiguration','applyConfiguration':{'expression':'%s'}}"
        .formatted(expression);
  }

  private static String patch(String expression) {
    return "{'patchType':'JSONPatch','jsonPatch':{'expression':'%s'}}".formatted(expression);
  }

  private void binding(String policy, String more) {
    create(
        GROUP + "mutatingadmissionpolicybindings",
        "{'metadata':{'name':'%s'},'spec':{'policyName':'%s'%s}}".formatted(policy, policy, more));
  }

  private JsonValue map(String name) {
    return server.send("POST", MAPS, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
  }

  @Test
  void takesEffectWithItsFirstBinding() {
    policy("p", configuration("Object{data: {`a`: `1`}}"), "");
    assertThat(map("a").has("data")).isFalse();

    binding("p", "");

    assertThat(map("b").at("/data/a").asText()).isEqualTo("1");
  }

  @Test
  void readsParameters() {
    create(MAPS, "{'metadata':{'name':'values'},'data':{'color':'blue'}}");
    policy(
        "p",
        configuration("Object{data: params.data}"),
        ",'paramKind':{'apiVersion':'v1','kind':'ConfigMap'}");
    binding("p", ",'paramRef':{'name':'values','parameterNotFoundAction':'Deny'}");

    assertThat(map("a").at("/data/color").asText()).isEqualTo("blue");

    server.send("DELETE", MAPS + "/values", "");
    JsonValue denied = map("b");
    assertThat(denied.path("code").asInt()).isEqualTo(403);
    assertThat(denied.path("reason").asText()).isEqualTo("Forbidden");
    assertThat(denied.path("message").asText())
        .isEqualTo(
            "policy 'p' with binding 'p' denied request: failed to configure binding: no params"
                + " found for policy binding with `Deny` parameterNotFoundAction");
  }

  @Test
  void runsAgainIfLaterPolicyChangesTheObject() {
    policy(
        "a",
        configuration("Object{data: {`seen`: string(has(object.data) && has(object.data.late))}}"),
        ",'reinvocationPolicy':'IfNeeded'");
    policy("b", configuration("Object{data: {`late`: `yes`}}"), "");
    binding("a", "");
    binding("b", "");

    assertThat(map("m").at("/data/seen").asText()).isEqualTo("true");
  }

  @Test
  void reportsEveryFailingPolicyAndRunsTheOthers() {
    policy("a", configuration("Object{data: {`x`: object.absent}}"), "");
    policy("b", configuration("Object{spec: Object.spec{}}"), "");
    binding("a", "");
    binding("b", "");

    JsonValue denied = map("m");

    assertThat(denied.path("reason").asText()).isEqualTo("Invalid");
    assertThat(denied.at("/details/causes/0/message").asText())
        .startsWith("policy 'a' with binding 'a' denied request: expression");
    assertThat(denied.at("/details/causes/1/message").asText())
        .isEqualTo(
            "policy 'b' with binding 'b' denied request: error applying patch: failed to convert"
                + " patch object to typed object: .spec: field not declared in schema");
  }

  @Test
  void rejectsAtomicListOfConfiguration() {
    policy("p", "services", configuration("Object{spec: Object.spec{clusterIPs: [`None`]}}"), "");
    binding("p", "");

    assertThat(
            server
                .send(
                    "POST",
                    "/api/v1/namespaces/default/services",
                    "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}")
                .path("message")
                .asText())
        .endsWith(
            "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps"
                + " or structs: .spec.clusterIPs");
  }

  @Test
  void unknownFieldOfJsonPatchIsInternalErrorDespiteFailurePolicyIgnore() {
    policy(
        "p",
        patch("[JSONPatch{op: `add`, path: `/bogus`, value: 1}]"),
        ",'failurePolicy':'Ignore'");
    binding("p", "");

    JsonValue failed = map("m");

    assertThat(failed.path("code").asInt()).isEqualTo(500);
    assertThat(failed.path("message").asText())
        .isEqualTo("Internal error occurred: strict decoding error: unknown field \"bogus\"");
  }

  @Test
  void changesCustomResourceByItsSchema() {
    create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {'metadata':{'name':'widgets.example.com'},'spec':{'group':'example.com',
          'scope':'Namespaced','names':{'plural':'widgets','kind':'Widget'},
          'versions':[{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{
            'type':'object','properties':{'spec':{'type':'object','properties':{
              'items':{'type':'array','x-kubernetes-list-type':'map',
                'x-kubernetes-list-map-keys':['name'],'items':{'type':'object',
                  'required':['name'],'properties':{'name':{'type':'string'},
                  'size':{'type':'integer'}}}}}}}}}}]}}
        """);
    policy(
        "p",
        "widgets",
        configuration("Object{spec: Object.spec{items: [Object.spec.items{name: `a`, size: 2}]}}"),
        "");
    binding("p", "");

    JsonValue made =
        server.send(
            "POST",
            "/apis/example.com/v1/namespaces/default/widgets",
            """
            {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},
             "spec":{"items":[{"name":"b"},{"name":"a","size":1}]}}
            """);

    assertThat(made.at("/spec/items").toString())
        .isEqualTo("[{\"name\":\"b\"},{\"name\":\"a\",\"size\":2}]");
  }

  @Test
  void expensiveMutationFails() {
    policy(
        "p",
        configuration(
            "Object{data: {`a`: string(lists.range(1000).all(a, lists.range(1000).all(b,"
                + " lists.range(1000).all(c, true))))}}"),
        "");
    binding("p", "");

    assertThat(map("m").path("message").asText()).contains("actual cost limit exceeded");
  }
}
