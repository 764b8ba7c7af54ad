package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.VerbsFixture;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last step before a new object is stored. */
final class BeforeCreateTest {
  private static final String UUID =
      "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget"));
  private final BeforeCreate beforeCreate = fixture.steps().beforeCreate();
  private final ServedKind maps = fixture.configMaps();

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonObject prepared(ServedKind kind, String object) {
    JsonObject tree = json(object);
    beforeCreate.apply(
        kind, tree, tree.at("/metadata/name").asText("generated"), fixture.warnings::add);
    return tree;
  }

  @Test
  void setsUidNameAndCreationTimestamp() {
    JsonObject map = prepared(maps, "{'metadata':{'namespace':'home'}}");

    assertThat(map.at("/metadata/uid").asText()).matches(UUID);
    assertThat(map.at("/metadata/name").asText()).isEqualTo("generated");
    assertThat(map.at("/metadata/creationTimestamp").asText()).isEqualTo(WriteFixture.NOW);
  }

  @Test
  void everyObjectGetsItsOwnUid() {
    String map = "{'metadata':{'name':'a','namespace':'home'}}";

    assertThat(prepared(maps, map).at("/metadata/uid"))
        .isNotEqualTo(prepared(maps, map).at("/metadata/uid"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'uid':'mine'",
        "'creationTimestamp':'2001-01-01T00:00:00Z'",
        "'deletionTimestamp':'2001-01-01T00:00:00Z'",
        "'deletionGracePeriodSeconds':5",
        "'selfLink':'/api'",
      })
  void clientCannotChooseSystemFields(String field) {
    JsonObject map =
        prepared(maps, "{'metadata':{'name':'a','namespace':'home',%s}}".formatted(field));

    assertThat(map.path("metadata").toString().replace('"', '\'')).doesNotContain(field);
  }

  @Test
  void dropSystemFieldsKeepsOtherFields() {
    JsonObject map =
        json(
            "{'metadata':{'name':'a','uid':'u','creationTimestamp':'t','deletionTimestamp':'t',"
                + "'deletionGracePeriodSeconds':1,'selfLink':'s','labels':{'a':'b'}}}");

    Metadata.of(map).dropSystemFields();

    assertThat(map).isEqualTo(json("{'metadata':{'name':'a','labels':{'a':'b'}}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'metadata':{'name':'a'}} | a",
        "{'metadata':{'name':'a','generateName':'b-'}} | a",
        "{'metadata':{'generateName':'b-'}} | b-.{5}",
        "{'metadata':{}} | ",
      })
  void generatesNameOnlyIfThereIsNone(String object, String name) {
    assertThat(beforeCreate.nameOf(json(object))).matches(name == null ? "" : name);
  }

  @Test
  void onlyKindsWithGenerationGetAGeneration() {
    JsonObject widget =
        prepared(
            fixture.kind("example.com", "widgets"),
            "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w',"
                + "'namespace':'home','generation':9}}");
    JsonObject map = prepared(maps, "{'metadata':{'name':'a','namespace':'home'}}");

    assertThat(widget.at("/metadata/generation").asLong()).isEqualTo(1);
    assertThat(map.path("metadata").has("generation")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'A_B','namespace':'home'} | metadata.name",
        "{'namespace':'home','name':''} | metadata.name",
        "{'name':'a'} | metadata.namespace",
        "{'name':'a','namespace':'home','labels':{'k':'not ok'}} | metadata.labels",
        "{'name':'a','namespace':'home','finalizers':['plain']} | metadata.finalizers[0]",
        "{'name':'a','namespace':'home','ownerReferences':[{'kind':'k','name':'n','uid':'u'}]} |"
            + " metadata.ownerReferences.apiVersion",
      })
  void invalidMetadataIsRejectedWithItsField(String metadata, String field) {
    assertThatThrownBy(() -> prepared(maps, "{'metadata':%s}".formatted(metadata)))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(422);
              assertThat(e.status().details().causes())
                  .extracting(Status.Cause::field)
                  .contains(field);
            });
  }

  @Test
  void finalizersOfACustomResourceNeedNoDomain() {
    JsonObject widget =
        prepared(
            fixture.kind("example.com", "widgets"),
            "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w',"
                + "'namespace':'home','finalizers':['plain']}}");

    assertThat(widget.at("/metadata/finalizers/0").asText()).isEqualTo("plain");
  }

  @Test
  void contentIsValidatedTogetherWithMetadata() {
    assertThatThrownBy(
            () -> prepared(maps, "{'metadata':{'name':'B','namespace':'home'},'data':{'/':'v'}}"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.status().details().causes())
                    .extracting(Status.Cause::field)
                    .containsExactly("metadata.name", "data[/]"));
  }

  @Test
  void warnsAboutTheNewObject() {
    prepared(
        fixture.kind("", "services"),
        "{'metadata':{'name':'s','namespace':'home'},'spec':{'type':'ClusterIP','clusterIP':'None',"
            + "'clusterIPs':['None'],'ipFamilies':['IPv4'],'ipFamilyPolicy':'SingleStack',"
            + "'sessionAffinity':'ClientIP','internalTrafficPolicy':'Cluster',"
            + "'sessionAffinityConfig':{'clientIP':{'timeoutSeconds':60}},'ports':[{'port':80,'protocol':'TCP',"
            + "'targetPort':80}]}}");

    assertThat(fixture.warnings)
        .containsExactly("spec.SessionAffinity is ignored for headless services");
  }

  @Test
  void warnsAboutTheObjectAsSentAndThenAsPrepared() {
    Strategy warning =
        new Strategy() {
          @Override
          public List<String> warningsAsSent(JsonObject object) {
            return List.of("sent with uid " + object.at("/metadata/uid").asText());
          }

          @Override
          public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
            return List.of("prepared " + next.at("/metadata/name").asText());
          }
        };

    prepared(
        WriteFixture.ruledBy(warning, maps),
        "{'metadata':{'name':'a','namespace':'home','uid':'mine'}}");

    assertThat(fixture.warnings).containsExactly("sent with uid mine", "prepared a");
  }

  @Test
  void strategyMayRejectAValidObject() {
    Strategy rejecting =
        new Strategy() {
          @Override
          public void admit(JsonObject next, @Nullable JsonObject old) {
            throw ApiErrors.plain("not now");
          }
        };

    assertThatThrownBy(
            () ->
                prepared(
                    WriteFixture.ruledBy(rejecting, maps),
                    "{'metadata':{'name':'a','namespace':'home'}}"))
        .hasMessageContaining("not now");
  }
}
