package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the tree of a request body to a canonical, defaulted object. */
final class ObjectDecoderTest {
  private static final String OWNER = "{'apiVersion':'v1','kind':'Node','name':'%s','uid':'%s'}";

  private final WriteFixture fixture = new WriteFixture();
  private final ServedKind maps = fixture.configMaps();

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonObject decode(ServedKind kind, String sent) {
    return decode(kind, sent, List.of(), FieldValidation.WARN);
  }

  private JsonObject decode(
      ServedKind kind, String sent, List<RepeatedField> repeated, FieldValidation validation) {
    var body = new DecodedObject(json(sent), repeated);
    return fixture
        .steps()
        .decoder(kind, fixture.options(validation))
        .decode(body.object(), new FullReplacement(body), "home");
  }

  @Test
  void missingTypeAndNamespaceComeFromThePath() {
    JsonObject map = decode(maps, "{'metadata':{'name':'a'}}");

    assertThat(map.path("apiVersion").asText()).isEqualTo("v1");
    assertThat(map.path("kind").asText()).isEqualTo("ConfigMap");
    assertThat(map.at("/metadata/namespace").asText()).isEqualTo("home");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "''"})
  void emptyTypeCountsAsMissing(String empty) {
    JsonObject map =
        decode(maps, "{'apiVersion':%1$s,'kind':%1$s,'metadata':{'name':'a'}}".formatted(empty));

    assertThat(map.path("kind").asText()).isEqualTo("ConfigMap");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // apiVersion | kind | error
        "v1 | Secret | Secret in version \"v1\" cannot be handled as a Deployment: converting"
            + " (v1.Secret) to (apps.Deployment): unknown conversion",
        "apps/v1 | Nope | Nope in version \"v1\" cannot be handled as a Deployment: no kind"
            + " \"Nope\" is registered for version \"apps/v1\" in scheme"
            + " \"pkg/api/legacyscheme/scheme.go:30\"",
        "apps/v9 | Deployment | Deployment in version \"v9\" cannot be handled as a Deployment:"
            + " no kind \"Deployment\" is registered for version \"apps/v9\" in scheme"
            + " \"pkg/api/legacyscheme/scheme.go:30\"",
      })
  void rejectsAnotherKind(String apiVersion, String kind, String error) {
    assertThatThrownBy(
            () ->
                decode(
                    fixture.kind("apps", "deployments"),
                    "{'apiVersion':'%s','kind':'%s','metadata':{'name':'a'}}"
                        .formatted(apiVersion, kind)))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(400);
              assertThat(e.status().message()).isEqualTo(error);
            });
  }

  @Test
  void rejectsAnotherServedVersionOfTheKind() {
    ServedKind autoscalers = fixture.kind("autoscaling", "horizontalpodautoscalers");

    assertThat(autoscalers.type().version()).isEqualTo("v2");
    assertThatThrownBy(
            () ->
                decode(
                    autoscalers,
                    "{'apiVersion':'autoscaling/v1','kind':'HorizontalPodAutoscaler'}"))
        .hasMessageContaining(
            "the API version in the data (autoscaling/v1) does not match the expected API version"
                + " (autoscaling/v2)");
  }

  @Test
  void rejectsNamespaceThatDiffersFromThePath() {
    assertThatThrownBy(() -> decode(maps, "{'metadata':{'name':'a','namespace':'away'}}"))
        .hasMessageContaining(
            "the namespace of the provided object does not match the namespace sent on the"
                + " request");
  }

  @Test
  void namespaceOfAClusterScopedObjectIsDropped() {
    var sent = new DecodedObject(json("{'metadata':{'name':'n','namespace':'home'}}"), List.of());

    JsonObject node =
        fixture
            .steps()
            .decoder(fixture.kind("", "nodes"), fixture.options())
            .decode(sent.object(), new FullReplacement(sent), null);

    assertThat(node.path("metadata").has("namespace")).isFalse();
  }

  @Test
  void rejectsAValueOfTheWrongType() {
    assertThatThrownBy(() -> decode(maps, "{'metadata':{'name':'a'},'data':{'k':1}}"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.status().message())
                    .startsWith("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "IGNORE | ",
        "WARN | unknown field \"bogus\"; unknown field \"metadata.odd\"; duplicate field"
            + " \"data.k\"",
      })
  void dropsUnknownFieldsWithOrWithoutWarnings(
      FieldValidation validation, @Nullable String warnings) {
    JsonObject map =
        decode(
            maps,
            "{'bogus':1,'metadata':{'name':'a','odd':true},'data':{'k':'v'}}",
            List.of(new RepeatedField("data.k", "data.k", 0)),
            validation);

    assertThat(map.has("bogus")).isFalse();
    assertThat(map.path("metadata").has("odd")).isFalse();
    assertThat(String.join("; ", fixture.warnings)).isEqualTo(warnings == null ? "" : warnings);
  }

  @Test
  void strictValidationRejectsUnknownAndDuplicateFields() {
    assertThatThrownBy(
            () ->
                decode(
                    maps,
                    "{'metadata':{'name':'a'},'bogus':1}",
                    List.of(RepeatedField.of("metadata.name")),
                    FieldValidation.STRICT))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.status().message())
                    .isEqualTo(
                        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict"
                            + " decoding error: duplicate field \"metadata.name\", unknown field"
                            + " \"bogus\""));
    assertThat(fixture.warnings).isEmpty();
  }

  @Test
  void strictValidationAcceptsKnownFields() {
    decode(maps, "{'metadata':{'name':'a'},'data':{'k':'v'}}", List.of(), FieldValidation.STRICT);

    assertThat(fixture.warnings).isEmpty();
  }

  @Test
  void duplicateYamlKeysComeFirstOnSeparateLines() {
    assertThatThrownBy(
            () ->
                decode(
                    maps,
                    "{'metadata':{'name':'a'},'bogus':1}",
                    List.of(new RepeatedField("data", "", 4), new RepeatedField("k", "", 6)),
                    FieldValidation.STRICT))
        .hasMessageContaining(
            """
            strict decoding error: yaml: unmarshal errors:
              line 4: key "data" already set in map
              line 6: key "k" already set in map, unknown field "bogus\"\
            """);
  }

  @Test
  void repeatedOwnerReferencesAreMergedWithAWarning() {
    String one = OWNER.formatted("n", "u1");
    String two = OWNER.formatted("m", "u2");

    JsonObject map =
        decode(
            maps,
            "{'metadata':{'name':'a','ownerReferences':[%s,%s,%s,%s]}}"
                .formatted(one, two, one, two));

    assertThat(map.at("/metadata/ownerReferences"))
        .isEqualTo(json("{'owners':[%s,%s]}".formatted(one, two)).get("owners"));
    assertThat(fixture.warnings).hasSize(1);
    assertThat(fixture.warnings.get(0)).endsWith("duplicate UID(s) observed: u1, u2");
  }

  @Test
  void distinctOwnerReferencesAreKept() {
    JsonObject map =
        decode(
            maps,
            "{'metadata':{'name':'a','ownerReferences':[%s,%s]}}"
                .formatted(OWNER.formatted("n", "u1"), OWNER.formatted("m", "u1")));

    assertThat(map.at("/metadata/ownerReferences")).hasSize(2);
    assertThat(fixture.warnings).isEmpty();
  }

  @Test
  void emptyManagedFieldsAreKept() {
    assertThat(
            decode(maps, "{'metadata':{'name':'a','managedFields':[]}}")
                .at("/metadata/managedFields")
                .isArray())
        .isTrue();
    assertThat(decode(maps, "{'metadata':{'name':'a'}}").at("/metadata/managedFields").isArray())
        .isFalse();
  }

  @Test
  void setsDefaults() {
    JsonObject service =
        decode(
            fixture.kind("", "services"),
            "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}}");

    assertThat(service.at("/spec/ports/0/protocol").asText()).isEqualTo("TCP");
    assertThat(service.at("/spec/type").asText()).isEqualTo("ClusterIP");
  }

  @Test
  void decodesObjectAgainAfterAdmissionChangedIt() {
    ServedKind services = fixture.kind("", "services");
    JsonObject service =
        decode(services, "{'metadata':{'name':'s'},'spec':{'ports':[{'name':'a','port':80}]}}");
    service.put("bogus", 1);
    service.withObject("spec").withArray("ports").addObject().put("name", "b").put("port", 81);
    service.withObject("metadata").putArray("managedFields");
    String owner = OWNER.formatted("n", "u1");
    service
        .withObject("metadata")
        .set("ownerReferences", json("{'a':[%s,%s]}".formatted(owner, owner)).get("a"));

    fixture.steps().decoder(services, fixture.options()).decodeAgain(service);

    assertThat(service.has("bogus")).isFalse();
    assertThat(service.at("/spec/ports/1/protocol").asText()).isEqualTo("TCP");
    assertThat(service.at("/metadata/managedFields").isArray()).isTrue();
    assertThat(service.at("/metadata/ownerReferences")).hasSize(1);
    assertThat(fixture.warnings).hasSize(1);
  }

  @Test
  void bodyMustNameTheObjectOfThePath() {
    JsonObject named = json("{'metadata':{'name':'b'}}");

    ObjectDecoder.checkName(Metadata.of(named), "b");

    assertThatThrownBy(() -> ObjectDecoder.checkName(Metadata.of(named), "a"))
        .hasMessageContaining("the name of the object (b) does not match the name on the URL (a)");
    assertThatThrownBy(() -> ObjectDecoder.checkName(Metadata.of(json("{}")), "a"))
        .hasMessageContaining(
            "the name of the object (a based on URL) was undeterminable: name must be provided");
  }
}
