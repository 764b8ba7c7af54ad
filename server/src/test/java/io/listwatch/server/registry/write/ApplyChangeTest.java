package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.server.registry.strategy.ServedKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The change of a server-side apply, and its configuration. */
final class ApplyChangeTest {
  private static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");

  private static final String MAP =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':{%s}}";

  private final WriteFixture fixture = new WriteFixture();
  private final ServedKind maps = fixture.configMaps();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static ApplyConfiguration configuration(String body) {
    return ApplyConfiguration.of(Patch.parse(Patch.Type.APPLY, body.replace('\'', '"')));
  }

  private ApplyChange change(String body) {
    return change(body, fixture.options(), true);
  }

  private ApplyChange change(String body, WriteOptions options, boolean creates) {
    return new ApplyChange(
        MAPS,
        "a",
        configuration(body),
        (old, wanted) ->
            fixture.steps().owners().apply(maps, ObjectPart.WHOLE, old, wanted, options),
        creates);
  }

  @Test
  void createsAMissingObjectWithItsOwner() {
    JsonObject map = change(MAP.formatted("'k':'v'")).of(null);

    assertThat(map.at("/data/k").asText()).isEqualTo("v");
    assertThat(WriteFixture.managers(map)).containsExactly("tester Apply");
  }

  @Test
  void mergesIntoTheObject() {
    JsonObject map = change(MAP.formatted("'k':'v'")).of(json(MAP.formatted("'other':'1'")));

    assertThat(map.path("data")).isEqualTo(json("{'other':'1','k':'v'}"));
  }

  @Test
  void removesTheFieldsThatItsManagerNoLongerApplies() {
    JsonObject first = change(MAP.formatted("'k':'v','l':'w'")).of(null);

    JsonObject second = change(MAP.formatted("'l':'w'")).of(first.deepCopy());

    assertThat(second.path("data")).isEqualTo(json("{'l':'w'}"));
  }

  @Test
  void fieldOfAnotherManagerIsAConflictUnlessForced() {
    JsonObject first =
        change(MAP.formatted("'k':'v'"), fixture.managedBy("first", false), true).of(null);
    String other = MAP.formatted("'k':'w'");

    assertThatThrownBy(
            () -> change(other, fixture.managedBy("second", false), true).of(first.deepCopy()))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(409);
              assertThat(e.status().message())
                  .isEqualTo("Apply failed with 1 conflict: conflict with \"first\": .data.k");
              assertThat(e.status().details().causes())
                  .containsExactly(
                      new Status.Cause(
                          "FieldManagerConflict", "conflict with \"first\"", ".data.k"));
            });
    JsonObject forced = change(other, fixture.managedBy("second", true), true).of(first.deepCopy());
    assertThat(forced.at("/data/k").asText()).isEqualTo("w");
    assertThat(WriteFixture.managers(forced)).containsExactly("second Apply");
  }

  @Test
  void applyToAPartOfAMissingObjectIsNotFound() {
    assertThatThrownBy(() -> change(MAP.formatted("'k':'v'"), fixture.options(), false).of(null))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("configmaps \"a\" not found");
  }

  @Test
  void uidOfAMissingObjectIsAConflict() {
    String body =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','uid':'u1'},'data':{}}";

    assertThatThrownBy(() -> change(body, fixture.options(), false).of(null))
        .hasMessageContaining(
            "Operation cannot be fulfilled on configmaps \"a\": uid mismatch: the provided object"
                + " specified uid u1, and no existing object was found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'apiVersion':'v1','kind':'Secret'} | invalid object type: /v1, Kind=Secret",
        "{'apiVersion':'apps/v1','kind':'ConfigMap'} | invalid object type: apps/v1,"
            + " Kind=ConfigMap",
        "{} | invalid object type: /, Kind=",
        "{'apiVersion':1,'kind':true} | invalid object type: /, Kind=",
        "null | invalid object type: /, Kind=",
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'managedFields':[]}} |"
            + " metadata.managedFields must be nil",
      })
  void configurationMustHaveThePathsTypeAndNoManagedFields(String body, String error) {
    assertThatThrownBy(() -> change(body).of(null))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(400);
              assertThat(e.status().message()).isEqualTo(error);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | array",
        "1 | number",
        "true | bool",
        "'x' | string",
      })
  void configurationMustBeAnObject(String body, String type) {
    assertThatThrownBy(() -> configuration(body))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(400);
              assertThat(e.status().message())
                  .isEqualTo(
                      "error decoding YAML: error unmarshaling JSON: while decoding JSON: json:"
                          + " cannot unmarshal %s into Go value of type map[string]interface {}"
                              .formatted(type));
            });
  }

  @Test
  void malformedConfigurationIsABadRequest() {
    assertThatThrownBy(() -> configuration("{'a':"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(400);
              assertThat(e.status().message()).startsWith("error decoding YAML: ");
            });
  }

  @Test
  void errorForConfigurationOfWrongTypeNamesTheObject() {
    String body =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','namespace':'home'},"
            + "'data':{'k':1},'bogus':1}";

    assertThatThrownBy(() -> change(body).of(null))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(500);
              assertThat(e.status().message())
                  .startsWith(
                      "failed to create typed patch object (home/a; /v1, Kind=ConfigMap): ");
            });
  }

  @Test
  void errorForMergedObjectOfWrongTypeNamesTheObject() {
    ApiException error =
        change(MAP.formatted("").replace("'a'}", "'a','namespace':'home'}"))
            .refused(MAPS, json("{}"), "no number");

    assertThat(error.status().code()).isEqualTo(500);
    assertThat(error.status().message())
        .isEqualTo(
            "failed to convert new typed object (home/a; /v1, Kind=ConfigMap) to object: no"
                + " number");
  }

  @Test
  void strictErrorMentionsYaml() {
    ApiException error =
        change(MAP.formatted("")).refusedStrictly(MAPS, json("{}"), "unknown field \"x\"");

    assertThat(error.status().code()).isEqualTo(400);
    assertThat(error.status().message())
        .isEqualTo("error strict decoding YAML: strict decoding error: unknown field \"x\"");
  }

  @Test
  void reportsDuplicateFieldsOfConfiguration() {
    assertThat(change(MAP.formatted("'k':'1','k':'2'")).duplicates())
        .containsExactly(RepeatedField.of("data.k"));
    assertThat(change("null").duplicates()).isEmpty();
  }

  @Test
  void recordsOwnersAndChecksForMissingObjectItself() {
    ApplyChange change = change(MAP.formatted(""), fixture.options(), false);

    assertThat(change.recordsOwners()).isTrue();
    assertThat(change.creates()).isTrue();
    assertThat(change.standsAlone()).isFalse();
    assertThat(change.uid()).isEmpty();
  }
}
