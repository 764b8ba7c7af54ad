package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An empty list is stored as null if the field has no omitempty, so the object is the same as
 * without the list. But the manager sent the list, so it owns the field.
 */
final class EmptyListsTest {
  private static final OpenServer SERVER = new OpenServer();
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  private static final String RULES = "{\"f:rules\":{}}";

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/apis/rbac.authorization.k8s.io/v1/clusterroles | \"rules\":[] | {\"f:rules\":{}}",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles | \"rules\":null |",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles | \"aggregationRule\":null |",
        "/api/v1/namespaces/default/limitranges | \"spec\":{\"limits\":[]}"
            + " | {\"f:spec\":{\"f:limits\":{}}}",
        "/api/v1/namespaces/default/limitranges | \"spec\":{} |",
        "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices"
            + " | \"addressType\":\"IPv4\",\"endpoints\":[],\"ports\":[]"
            + " | {\"f:addressType\":{},\"f:endpoints\":{},\"f:ports\":{}}",
        "/api/v1/namespaces/default/endpoints | \"subsets\":[] |",
        "/api/v1/namespaces/default/configmaps | \"data\":{} |"
      })
  void emptyListIsOwnedIfFieldIsAlwaysPresent(
      String path, String members, @Nullable String fields) {
    JsonValue made =
        SERVER.send(
            "POST",
            path + "?dryRun=All",
            "{\"metadata\":{\"name\":\"e\",\"labels\":{},\"finalizers\":[]}," + members + "}");

    assertThat(made.at("/metadata/managedFields/0/fieldsV1").toString())
        .isEqualTo(fields == null ? "" : fields);
  }

  @Test
  void lastWriterOfEmptyListOwnsItEvenIfNothingChanges() {
    JsonValue made =
        SERVER.send(
            "POST", ROLES + "?fieldManager=a", "{\"metadata\":{\"name\":\"r\"},\"rules\":[]}");
    assertThat(made.path("rules").isNull()).isTrue();
    assertThat(owners(made)).isEqualTo("a Update " + RULES);

    JsonValue put = SERVER.send("PUT", ROLES + "/r?fieldManager=b", made.toString());
    assertThat(owners(put)).isEqualTo("a Update " + RULES);
    assertThat(version(put)).isEqualTo(version(made));

    put = SERVER.send("PUT", ROLES + "/r?fieldManager=b", emptied(made));
    assertThat(owners(put)).isEqualTo("b Update " + RULES);
    assertThat(put.path("rules").isNull()).isTrue();
    assertThat(version(put)).isNotEqualTo(version(made));

    JsonValue merged = patched("merge-patch+json", "c", "{\"rules\":[]}");
    assertThat(owners(merged)).isEqualTo("c Update " + RULES);

    JsonValue again = patched("merge-patch+json", "c", "{\"rules\":[]}");
    assertThat(again).isEqualTo(merged);

    JsonValue labelled =
        patched("merge-patch+json", "d", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
    assertThat(owners(labelled))
        .isEqualTo(
            "c Update "
                + RULES
                + ", d Update {\"f:metadata\":{\"f:labels\":{\".\":{},\"f:a\":{}}}}");
  }

  @Test
  void applyOfEmptyListTakesOwnershipFromOthers() {
    SERVER.send(
        "POST", ROLES + "?fieldManager=a", "{\"metadata\":{\"name\":\"taken\"},\"rules\":[]}");
    String intent =
        """
        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole",
         "metadata":{"name":"taken"},"rules":[]}
        """;

    JsonValue applied = applied(intent);

    assertThat(owners(applied)).contains("f Apply " + RULES).doesNotContain("a Update");
    assertThat(applied(intent)).isEqualTo(applied);
  }

  private static JsonValue applied(String intent) {
    return JsonTrees.read(
        SERVER
            .patch("apply-patch+yaml", ROLES + "/taken?fieldManager=f&force=true", intent)
            .body());
  }

  private static String emptied(JsonValue object) {
    return object.toString().replace("\"rules\":null", "\"rules\":[]");
  }

  private static JsonValue patched(String type, String manager, String patch) {
    return JsonTrees.read(SERVER.patch(type, ROLES + "/r?fieldManager=" + manager, patch).body());
  }

  private static String version(JsonValue object) {
    return object.at("/metadata/resourceVersion").asText();
  }

  private static String owners(JsonValue object) {
    return StreamSupport.stream(object.at("/metadata/managedFields").spliterator(), false)
        .map(
            each ->
                "%s %s %s"
                    .formatted(
                        each.path("manager").asText(),
                        each.path("operation").asText(),
                        each.path("fieldsV1")))
        .collect(Collectors.joining(", "));
  }
}
