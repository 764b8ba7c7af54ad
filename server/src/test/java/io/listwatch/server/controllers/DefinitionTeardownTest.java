package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.ServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.storage.KeyRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DefinitionTeardownTest {
  private static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";
  private static final String WIDGETS = "widgets.example.com";

  private final ServerFixture fixture = new ServerFixture(ControllerSettings.ALL);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void deletesCustomResourcesBeforeTheirDefinition() {
    define();
    fixture.create(
        WIDGETS,
        "default",
        "{\"metadata\":{\"name\":\"w\",\"finalizers\":[\"example.com/hold\"]}}");
    fixture.create(WIDGETS, "kube-system", "{\"metadata\":{\"name\":\"w\"}}");

    fixture.delete(DEFINITIONS, null, WIDGETS);

    soon().until(() -> !fixture.exists(WIDGETS, "kube-system", "w"));
    soon()
        .until(
            () ->
                terminating().path("reason").asText().equals("InstanceDeletionInProgress")
                    && fixture
                        .get(WIDGETS, "default", "w")
                        .at("/metadata")
                        .has("deletionTimestamp"));

    fixture.patch(WIDGETS, "default", "w", "{\"metadata\":{\"finalizers\":[]}}");

    soon().until(() -> !fixture.exists(DEFINITIONS, null, WIDGETS));
    soon().until(() -> !fixture.serves(WIDGETS));
    assertThat(fixture.storage.count(KeyRange.prefix("example.com/"))).isZero();
  }

  @Test
  void terminatingDefinitionAllowsUpdatesButNoCreates() throws Exception {
    define();
    fixture.create(
        WIDGETS,
        "default",
        "{\"metadata\":{\"name\":\"w\",\"finalizers\":[\"example.com/hold\"]}}");
    fixture.delete(DEFINITIONS, null, WIDGETS);
    soon().until(() -> !fixture.resource(WIDGETS).allows(Verb.CREATE));
    String path = "/apis/example.com/v1/namespaces/default/widgets";

    var created =
        fixture.send(
            "POST",
            path,
            "application/json",
            """
            {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"x"}}\
            """);
    var applied =
        fixture.send(
            "PATCH",
            path + "/x?fieldManager=m",
            "application/apply-patch+yaml",
            """
            {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"x"}}\
            """);
    var patched =
        fixture.send(
            "PATCH",
            path + "/w",
            "application/merge-patch+json",
            "{\"metadata\":{\"finalizers\":null}}");

    assertThat(created.statusCode()).isEqualTo(403);
    assertThat(created.body())
        .contains(
            "widgets.example.com \\\"x\\\" is forbidden: create not allowed while custom resource"
                + " definition is terminating");
    assertThat(applied.statusCode()).isEqualTo(403);
    assertThat(applied.body()).isEqualTo(created.body());
    assertThat(patched.statusCode()).isEqualTo(200);
    soon().until(() -> !fixture.exists(DEFINITIONS, null, WIDGETS));
  }

  @Test
  void deletesDefinitionWithoutObjects() {
    define();

    fixture.delete(DEFINITIONS, null, WIDGETS);

    soon().until(() -> !fixture.exists(DEFINITIONS, null, WIDGETS));
  }

  @Test
  void collectsDependentsOfDeletedCustomResources() {
    define();
    String uid =
        fixture
            .create(WIDGETS, "default", "{\"metadata\":{\"name\":\"w\"}}")
            .at("/metadata/uid")
            .asText();
    fixture.create(
        "configmaps",
        "default",
        """
        {"metadata":{"name":"child","ownerReferences":[
          {"apiVersion":"example.com/v1","kind":"Widget","name":"w","uid":"%s"}]}}\
        """
            .formatted(uid));

    fixture.delete(DEFINITIONS, null, WIDGETS);

    soon().until(() -> !fixture.exists("configmaps", "default", "child"));
  }

  @Test
  void deletesNamespaceWithItsCustomResources() {
    define();
    fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"a\"}}");
    fixture.create(WIDGETS, "a", "{\"metadata\":{\"name\":\"w\"}}");

    fixture.delete("namespaces", null, "a");

    soon().until(() -> !fixture.exists("namespaces", null, "a"));
    assertThat(fixture.exists(WIDGETS, "a", "w")).isFalse();
  }

  private void define() {
    fixture.create(
        DEFINITIONS,
        null,
        """
        {"metadata":{"name":"widgets.example.com"},
         "spec":{"group":"example.com","scope":"Namespaced",
           "names":{"plural":"widgets","singular":"widget","kind":"Widget","listKind":"WidgetList"},
           "versions":[{"name":"v1","served":true,"storage":true,
             "schema":{"openAPIV3Schema":{
               "type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}\
        """);
    soon().until(() -> fixture.serves(WIDGETS));
    soon().until(() -> condition("Established").path("status").asText().equals("True"));
  }

  private JsonValue terminating() {
    return condition("Terminating");
  }

  private JsonValue condition(String type) {
    return Conditions.find(fixture.get(DEFINITIONS, null, WIDGETS), type);
  }
}
