package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.submitted;
import static io.listwatch.server.registry.write.WriteFixture.json;
import static io.listwatch.server.registry.write.WriteFixture.managers;
import static io.listwatch.server.registry.write.WriteFixture.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The {@code scale} subresource: reads a Scale, and converts its change to a change of the object.
 */
final class ScalesTest {
  private static final String DEPLOYMENT =
      "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d','namespace':'home',"
          + "'uid':'u1','resourceVersion':'7','creationTimestamp':'2024-01-01T00:00:00Z',"
          + "'labels':{'a':'b'}},'spec':{'replicas':3,'selector':%s},'status':{'replicas':2}}";

  private static final String WIDGET =
      "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'d','namespace':'home',"
          + "'uid':'u1','resourceVersion':'7'},%s}";

  private static final ScalePaths DEEP =
      new ScalePaths(".spec.size.wanted", ".status.size.found", ".status.selector");

  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget", "scale"));
  private final ServedKind deployments = fixture.kind("apps", "deployments");
  private final ServedKind widgets = fixture.kind("example.com", "widgets");
  private final Scales ofDeployments = new Scales(deployments, DEEP);
  private final Scales ofWidgets = new Scales(widgets, DEEP);

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonObject scale(Scales scales, String object) {
    return ServedKind.tree(scales.scale(resource(object)));
  }

  private RequestedChange put(Scales scales, String scale) {
    return scales.change(
        fixture.writes().ofScale(new FullReplacement(submitted(scale)), fixture.options()), "d");
  }

  private RequestedChange merge(Scales scales, ServedKind kind, String patch) {
    Patch parsed = Patch.parse(Patch.Type.MERGE, patch.replace('\'', '"'));
    return scales.change(
        fixture.writes().ofScale(kind, ResourceKey.of("home", "d"), parsed, fixture.options()),
        "d");
  }

  private static JsonObject deployment() {
    return json(DEPLOYMENT.formatted("{}"));
  }

  @Test
  void showsReplicasAndIdentity() {
    assertThat(scale(ofDeployments, DEPLOYMENT.formatted("{'matchLabels':{'a':'b'}}")))
        .isEqualTo(
            json(
                "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'name':'d',"
                    + "'namespace':'home','uid':'u1','resourceVersion':'7',"
                    + "'creationTimestamp':'2024-01-01T00:00:00Z'},'spec':{'replicas':3},"
                    + "'status':{'replicas':2,'selector':'a=b'}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'matchLabels':{'b':'2','a':'1'}} | a=1,b=2",
        "{'matchExpressions':[{'key':'k','operator':'In','values':['y','x']}]} | k in (x,y)",
        "{'matchExpressions':[{'key':'k','operator':'NotIn','values':['x']}]} | k notin (x)",
        "{'matchExpressions':[{'key':'k','operator':'Exists'}]} | k",
        "{'matchExpressions':[{'key':'k','operator':'DoesNotExist'}]} | !k",
        "{'matchLabels':{'z':'1'},'matchExpressions':[{'key':'k','operator':'Exists'}]} | k,z=1",
        "{'a':'1','b':'2'} | a=1,b=2",
        "'a in (b)' | a in (b)",
        "{} | ",
      })
  void selectorHasQueryParameterSyntax(String selector, String spelled) {
    assertThat(
            scale(ofDeployments, DEPLOYMENT.formatted(selector)).at("/status/selector").asText(""))
        .isEqualTo(spelled == null ? "" : spelled);
  }

  @Test
  void missingReplicasOfABuiltInKindAreZero() {
    JsonObject scale =
        scale(
            ofDeployments,
            "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d',"
                + "'resourceVersion':'1'},'spec':{}}");

    assertThat(scale.path("spec")).isEqualTo(json("{}"));
    assertThat(scale.path("status")).isEqualTo(json("{'replicas':0}"));
  }

  @Test
  void customResourceIsReadAtItsOwnPaths() {
    JsonObject scale =
        scale(
            ofWidgets,
            WIDGET.formatted(
                "'spec':{'size':{'wanted':4}},'status':{'size':{'found':1},'selector':'a=b'}"));

    assertThat(scale.at("/spec/replicas").asInt()).isEqualTo(4);
    assertThat(scale.at("/status/replicas").asInt()).isEqualTo(1);
    assertThat(scale.at("/status/selector").asText()).isEqualTo("a=b");
  }

  @Test
  void customResourceWithoutSelectorPathHasNoSelector() {
    var scales = new Scales(widgets, new ScalePaths(".spec.size", ".status.size", ""));

    assertThat(scale(scales, WIDGET.formatted("'spec':{'size':1}")).path("status"))
        .isEqualTo(json("{'replicas':0}"));
  }

  @Test
  void customResourceWithoutReplicasHasNoScale() {
    assertThatThrownBy(() -> scale(ofWidgets, WIDGET.formatted("'spec':{}")))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(500);
              assertThat(e.status().message())
                  .endsWith("the spec replicas field \".spec.size.wanted\" does not exist");
            });
  }

  @Test
  void putChangesTheReplicasAlone() {
    JsonObject next =
        put(ofDeployments, "{'metadata':{'name':'d'},'spec':{'replicas':5}}").of(deployment());

    assertThat(next.at("/spec/replicas").asInt()).isEqualTo(5);
    assertThat(next.at("/metadata/labels/a").asText()).isEqualTo("b");
    assertThat(next.at("/metadata/resourceVersion").asText()).isEqualTo("7");
    assertThat(next.at("/status/replicas").asInt()).isEqualTo(2);
  }

  @Test
  void putWithoutReplicasScalesABuiltInKindToZero() {
    JsonObject next = put(ofDeployments, "{'metadata':{'name':'d'}}").of(deployment());

    assertThat(next.at("/spec/replicas").asLong(-1)).isZero();
  }

  @Test
  void resourceVersionOfScaleIsPrecondition() {
    JsonObject next =
        put(ofDeployments, "{'metadata':{'name':'d','resourceVersion':'6'},'spec':{}}")
            .of(deployment());

    assertThat(next.at("/metadata/resourceVersion").asText()).isEqualTo("6");
  }

  @Test
  void patchAppliesToCurrentScale() {
    JsonObject next = merge(ofDeployments, deployments, "{'spec':{'replicas':9}}").of(deployment());

    assertThat(next.at("/spec/replicas").asInt()).isEqualTo(9);
    assertThat(merge(ofDeployments, deployments, "{}").of(deployment()).at("/spec/replicas"))
        .isEqualTo(deployment().at("/spec/replicas"));
  }

  @Test
  void customResourceIsScaledAtItsOwnPath() {
    JsonObject widget = json(WIDGET.formatted("'spec':{'size':{'wanted':1,'other':2}}"));

    JsonObject next = merge(ofWidgets, widgets, "{'spec':{'replicas':3}}").of(widget);

    assertThat(next.path("spec")).isEqualTo(json("{'size':{'wanted':3,'other':2}}"));
  }

  @Test
  void missingParentOfThePathIsCreated() {
    JsonObject next =
        put(ofWidgets, "{'metadata':{'name':'d'},'spec':{'replicas':3}}")
            .of(json(WIDGET.formatted("'status':{}")));

    assertThat(next.path("spec")).isEqualTo(json("{'size':{'wanted':3}}"));
  }

  @Test
  void pathMayBeATopLevelField() {
    var scales = new Scales(widgets, new ScalePaths(".size", ".found", ""));

    JsonObject next =
        put(scales, "{'metadata':{'name':'d'},'spec':{'replicas':3}}")
            .of(json(WIDGET.formatted("'size':1")));

    assertThat(next.path("size").asInt()).isEqualTo(3);
  }

  @Test
  void patchMustSetMissingReplicasOfCustomResource() {
    assertThatThrownBy(
            () ->
                merge(ofWidgets, widgets, "{'metadata':{}}")
                    .of(json(WIDGET.formatted("'spec':{}"))))
        .hasMessageContaining("the spec replicas field \".spec.size.wanted\" cannot be empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Scale | code | error
        "{'metadata':{'name':'e'}} | 400 | the name of the object (e) does not match the name on"
            + " the URL (d)",
        "{'metadata':{}} | 400 | the name of the object (d based on URL) was undeterminable: name"
            + " must be provided",
        "{'metadata':{'name':'d','namespace':'away'}} | 400 | the namespace of the provided object"
            + " does not match the namespace sent on the request",
        "{'metadata':{'name':'d','uid':'u2'}} | 409 | Operation cannot be fulfilled on"
            + " deployments/scale.apps \"d\": Precondition failed: UID in precondition: u2, UID in"
            + " object meta: u1",
        "{'metadata':{'name':'d'},'spec':{'replicas':-1}} | 422 | Scale.autoscaling \"d\" is"
            + " invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'d'}} | 400 | Pod in version \"v1\""
            + " cannot be handled as a Scale: converting (v1.Pod) to (autoscaling.Scale): unknown"
            + " conversion",
      })
  void rejectsInvalidScale(String scale, int code, String error) {
    assertThatThrownBy(() -> put(ofDeployments, scale).of(deployment()))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().message()).isEqualTo(error);
              assertThat(e.status().code()).isEqualTo(code);
            });
  }

  @Test
  void rejectsReplicasOfTheWrongType() {
    assertThatThrownBy(
            () ->
                put(ofDeployments, "{'metadata':{'name':'d'},'spec':{'replicas':'x'}}")
                    .of(deployment()))
        .hasMessageContaining("Scale in version \"v1\" cannot be handled as a Scale: ");
    assertThatThrownBy(
            () -> merge(ofDeployments, deployments, "{'spec':{'replicas':'x'}}").of(deployment()))
        .hasMessageContaining("patch: Invalid value: ");
  }

  @Test
  void negativeReplicasOfACustomResourceAreReportedAtTheirPath() {
    assertThatThrownBy(
            () ->
                put(ofWidgets, "{'metadata':{'name':'d'},'spec':{'replicas':-1}}")
                    .of(json(WIDGET.formatted("'spec':{}"))))
        .hasMessageContaining(
            "Widget.example.com \"d\" is invalid: .spec.size.wanted: Invalid value: -1: should be a"
                + " non-negative integer");
  }

  @Test
  void scaleOfAMissingObjectIsNotFound() {
    assertThatThrownBy(() -> put(ofDeployments, "{'metadata':{'name':'d'}}").of(null))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("deployments.apps \"d\" not found");
  }

  @Test
  void ownerOfTheReplicasIsRecordedInTheObject() {
    JsonObject owned = deployment();
    owned
        .withObject("metadata")
        .set(
            "managedFields",
            json("{'x':[{'manager':'first','operation':'Update','apiVersion':'apps/v1',"
                    + "'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{},"
                    + "'f:selector':{}}}}]}")
                .get("x"));

    JsonObject next =
        put(ofDeployments, "{'metadata':{'name':'d'},'spec':{'replicas':5}}").of(owned);

    assertThat(managers(next)).containsExactlyInAnyOrder("first Update", "tester Update");
    assertThat(WriteFixture.fieldsOf(next, "first")).isEqualTo("{'f:spec':{'f:selector':{}}}");
    assertThat(WriteFixture.fieldsOf(next, "tester")).isEqualTo("{'f:spec':{'f:replicas':{}}}");
  }

  @Test
  void changeOfAScaleRecordsOwners() {
    RequestedChange change = put(ofDeployments, "{'metadata':{'name':'d','uid':'u1'}}");

    assertThat(change.recordsOwners()).isTrue();
    assertThat(change.uid()).isEqualTo("u1");
    assertThat(change.standsAlone()).isFalse();
    assertThat(change.creates()).isFalse();
  }

  @Test
  void recordingChangeDelegatesToWrappedChange() {
    ScaleChange change =
        new ScaleChange(
            new FullReplacement(submitted("{'metadata':{'uid':'u1'}}")),
            fixture.steps().owners(),
            fixture.options());

    assertThat(change.uid()).isEqualTo("u1");
    assertThat(change.recordsOwners()).isTrue();
    assertThat(change.of(null)).isEqualTo(json("{'metadata':{'uid':'u1'}}"));
    assertThat(change.refused(Scales.TYPE, json("{}"), "wrong").status().message())
        .isEqualTo("Scale in version \"v1\" cannot be handled as a Scale: wrong");
    assertThat(
            change
                .refused(Scales.TYPE, json("{}"), new UnexpectedKind("v1", "Pod"))
                .status()
                .message())
        .contains("converting (v1.Pod) to (autoscaling.Scale)");
  }
}
