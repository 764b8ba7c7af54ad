package io.listwatch.objects.custom;

import static io.listwatch.objects.custom.CustomDefinitionFixture.definition;
import static io.listwatch.objects.custom.CustomDefinitionFixture.parse;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The expected statuses were recorded from kube-apiserver. */
final class CustomStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.5Z");

  private final CustomResourceDefinition widgets = accepted(definition("widgets", "Widget", "w1"));

  @Test
  void newDefinitionHasItsStorageVersionButNoNames() {
    assertThat(CustomStatus.initial(definition("widgets", "Widget")))
        .isEqualTo(
            parse(
                """
                {"conditions": null, "acceptedNames": {"plural": "", "kind": ""},
                 "storedVersions": ["v1"]}
                """));
  }

  @Test
  void acceptsNamesWithoutConflict() {
    assertThat(widgets.status())
        .isEqualTo(
            parse(
                """
                {"conditions": [
                   {"type": "NamesAccepted", "status": "True",
                    "lastTransitionTime": "2026-01-01T00:00:00Z", "reason": "NoConflicts",
                    "message": "no conflicts found"},
                   {"type": "Established", "status": "True",
                    "lastTransitionTime": "2026-01-01T00:00:00Z", "reason": "InitialNamesAccepted",
                    "message": "the initial names have been accepted"}],
                 "acceptedNames": {"plural": "widgets", "singular": "widget", "shortNames": ["w1"],
                   "kind": "Widget", "listKind": "WidgetList"},
                 "storedVersions": ["v1"]}
                """));
    assertThat(widgets.settled()).isTrue();
  }

  @Test
  void returnsNothingIfTheStatusIsUpToDate() {
    assertThat(CustomStatus.next(widgets, List.of(widgets), NOW.plusSeconds(9))).isEmpty();
  }

  @Test
  void reportsConflictOfKinds() {
    JsonObject gadgets = definition("gadgets", "Widget");
    gadgets.withObject("spec", "names").put("singular", "gadget");

    JsonObject status = next(gadgets).orElseThrow();

    assertThat(status.get("acceptedNames"))
        .isEqualTo(parse("{\"plural\": \"gadgets\", \"singular\": \"gadget\", \"kind\": \"\"}"));
    assertThat(status.get("conditions"))
        .isEqualTo(
            parse(
                    """
                    {"is": [
                       {"type": "NamesAccepted", "status": "False",
                        "lastTransitionTime": "2026-01-01T00:00:00Z", "reason": "ListKindConflict",
                        "message": "\\"WidgetList\\" is already in use"},
                       {"type": "Established", "status": "False",
                        "lastTransitionTime": "2026-01-01T00:00:00Z", "reason": "NotAccepted",
                        "message": "not all names are accepted"}]}
                    """)
                .get("is"));
  }

  @Test
  void reportsConflictOfShortNames() {
    JsonObject status = next(definition("gizmos", "Gizmo", "w1")).orElseThrow();

    assertThat(status.get("acceptedNames"))
        .isEqualTo(
            parse(
                """
                {"plural": "gizmos", "singular": "gizmo", "kind": "Gizmo", "listKind": "GizmoList"}
                """));
    assertThat(reason(status)).isEqualTo("ShortNamesConflict: \"w1\" is already in use");
  }

  @Test
  void reportsConflictOfSingularNames() {
    JsonObject doodads = definition("doodads", "Doodad");
    doodads.withObject("spec", "names").put("singular", "widget");

    assertThat(reason(next(doodads).orElseThrow()))
        .isEqualTo("SingularConflict: \"widget\" is already in use");
  }

  @Test
  void pluralConflictsWithShortNameOfAnotherDefinition() {
    assertThat(reason(next(definition("w1", "Wone")).orElseThrow()))
        .isEqualTo("PluralConflict: \"w1\" is already in use");
  }

  @Test
  void namesInDifferentGroupsDoNotConflict() {
    JsonObject other = definition("widgets", "Widget", "w1");
    other.withObject("spec").put("group", "other.example.com");

    assertThat(reason(next(other).orElseThrow())).isEqualTo("NoConflicts: no conflicts found");
  }

  @Test
  void droppingTheNameResolvesAConflict() {
    JsonObject gizmos = definition("gizmos", "Gizmo", "w1");
    gizmos.set("status", next(gizmos).orElseThrow());
    gizmos.withObject("spec", "names").withArray("shortNames").removeAll().add("gz");

    JsonObject status = next(gizmos).orElseThrow();

    assertThat(reason(status)).isEqualTo("NoConflicts: no conflicts found");
    assertThat(status.at("/conditions/1/status").asText()).isEqualTo("True");
    assertThat(status.at("/acceptedNames/shortNames/0").asText()).isEqualTo("gz");
  }

  @Test
  void staysEstablishedDespiteALaterConflict() {
    JsonObject gizmos = definition("gizmos", "Gizmo");
    gizmos.set("status", next(gizmos).orElseThrow());
    gizmos.withObject("spec", "names").withArray("shortNames").add("w1");

    JsonObject status = next(gizmos).orElseThrow();

    assertThat(reason(status)).startsWith("ShortNamesConflict");
    assertThat(status.at("/conditions/1/status").asText()).isEqualTo("True");
  }

  @Test
  void addsNewStorageVersionToStoredVersions() {
    JsonObject changed = definition("widgets", "Widget");
    changed
        .withObject("spec")
        .withArray("versions")
        .removeAll()
        .addObject()
        .put("name", "v2")
        .put("storage", true);

    JsonObject status = CustomStatus.updated(changed, (JsonObject) widgets.status());

    assertThat(status.path("storedVersions").toString()).isEqualTo("[\"v1\",\"v2\"]");
    assertThat(widgets.status().path("storedVersions").toString()).isEqualTo("[\"v1\"]");
  }

  @Test
  void defaultsNamesFromTheKind() {
    JsonObject bare =
        parse("{\"spec\": {\"names\": {\"plural\": \"widgets\", \"kind\": \"Widget\"}}}");

    CustomStatus.complete(bare);

    assertThat(bare.path("spec"))
        .isEqualTo(
            parse(
                """
                {"names": {"plural": "widgets", "kind": "Widget", "singular": "widget",
                   "listKind": "WidgetList"},
                 "conversion": {"strategy": "None"}}
                """));
  }

  private Optional<JsonObject> next(JsonObject object) {
    CustomResourceDefinition definition = CustomResourceDefinition.of(object);
    return CustomStatus.next(definition, Stream.of(widgets, definition).toList(), NOW);
  }

  private static String reason(JsonObject status) {
    return status.at("/conditions/0/reason").asText()
        + ": "
        + status.at("/conditions/0/message").asText();
  }

  private static CustomResourceDefinition accepted(JsonObject object) {
    CustomResourceDefinition definition = CustomResourceDefinition.of(object);
    return definition.withStatus(
        CustomStatus.next(definition, List.of(definition), NOW).orElseThrow());
  }
}
