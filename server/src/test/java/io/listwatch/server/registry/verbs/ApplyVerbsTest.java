package io.listwatch.server.registry.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.NotFoundException;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Server-side apply through the verbs; recorded transcripts cover the rest. */
final class ApplyVerbsTest {
  private static final WriteOptions PLAIN = ObjectsUnderTest.PLAIN;

  private final VerbsFixture fixture =
      new VerbsFixture(VerbsFixture.custom("example.com/v1", "Widget", "status", "scale"));
  private final ObjectsUnderTest namespaces = new ObjectsUnderTest(fixture, "", "namespaces");
  private final ObjectsUnderTest maps = new ObjectsUnderTest(fixture, "", "configmaps");
  private final ObjectsUnderTest widgets = new ObjectsUnderTest(fixture, "example.com", "widgets");

  @BeforeEach
  void createNamespace() {
    namespaces.create("{'metadata':{'name':'home'}}");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void applyCreatesMissingObjectOnce() {
    WriteResult made = maps.apply("a", map("'k':'1'"), PLAIN);
    fixture.timers.advance(Duration.ofMinutes(1));
    WriteResult again = maps.apply("a", map("'k':'1'"), PLAIN);

    assertThat(made.created()).isTrue();
    assertThat(again.created()).isFalse();
    assertThat(again.object()).isEqualTo(made.object());
  }

  @Test
  void terminatingNamespaceAllowsUpdatesButNoCreates() {
    maps.apply("old", map("'k':'1'").replace("'a'", "'old'"), PLAIN);
    namespaces.delete("home");

    WriteResult changed = maps.apply("old", map("'k':'2'").replace("'a'", "'old'"), PLAIN);

    assertThat(ObjectsUnderTest.tree(changed.object()).at("/data/k").asText()).isEqualTo("2");
    assertThatThrownBy(() -> maps.apply("a", map("'k':'1'"), PLAIN))
        .hasMessageContaining("because it is being terminated");
  }

  @Test
  void dryRunStoresNothing() {
    WriteResult rehearsed = maps.apply("a", map("'k':'1'"), ObjectsUnderTest.DRY);

    assertThat(rehearsed.created()).isTrue();
    assertThatThrownBy(() -> maps.get("a")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void duplicateFieldsAreReportedOrRejected() {
    String twice = map("'k':'1','k':'2'");

    var told = new CopyOnWriteArrayList<String>();

    maps.apply("a", twice, PLAIN.warning(told::addIfAbsent));

    assertThat(told).containsExactly("duplicate field \"data.k\"");
    assertThatThrownBy(() -> maps.apply("a", twice, ObjectsUnderTest.STRICT))
        .hasMessageEndingWith(
            "error strict decoding YAML: strict decoding error: duplicate field \"data.k\"");
  }

  @Test
  void firstApplyRecordsUnmanagedFieldsAsBeforeFirstApply() {
    maps.apply("a", map("'k':'1','l':'1'"), PLAIN);
    maps.merge("a", "{'metadata':{'managedFields':[{}]}}");
    assertThat(maps.get("a").path("metadata").has("managedFields")).isFalse();

    maps.apply("a", map("'k':'1'"), PLAIN);

    assertThat(
            maps.get("a").at("/metadata/managedFields").findValues("manager").stream()
                .map(JsonValue::asText)
                .toList())
        .containsExactlyInAnyOrder("before-first-apply", "tester");
    assertThat(maps.get("a").at("/data/l").asText()).isEqualTo("1");
  }

  @Test
  void appliedScaleChangesReplicasOfCustomResource() {
    widgets.apply("w", widget("'spec':{'replicas':1}"), PLAIN);
    String scale =
        "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'w'},"
            + "'spec':{'replicas':5}}";

    assertThatThrownBy(() -> widgets.apply("w", "scale", scale, as("scaler", false)))
        .hasMessageEndingWith(
            "Apply failed with 1 conflict: conflict with \"tester\": .spec.replicas");
    widgets.apply("w", "scale", scale, as("scaler", true));

    JsonValue scaled = widgets.get("w");
    assertThat(scaled.at("/spec/replicas").asInt()).isEqualTo(5);
    assertThat(scaled.at("/metadata/managedFields/0"))
        .isEqualTo(
            ObjectsUnderTest.tree(
                "{'manager':'scaler','operation':'Apply','apiVersion':'example.com/v1',"
                    + "'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}},"
                    + "'subresource':'scale'}"));
  }

  /** No manager owned the replicas before, and scaling makes none their owner. */
  @Test
  void scalingUnownedReplicasAddsNoOwner() {
    widgets.apply("w", widget("'spec':{'a':1}"), PLAIN);

    widgets.mergeInto("w", "scale", "{'spec':{'replicas':2}}");

    assertThat(widgets.get("w").at("/spec/replicas").asInt()).isEqualTo(2);
    assertThat(
            widgets.get("w").at("/metadata/managedFields").findValues("subresource").stream()
                .map(JsonValue::asText)
                .toList())
        .isEmpty();
  }

  @Test
  void rejectsScaleWithoutReplicas() {
    widgets.apply("w", widget("'spec':{'a':1}"), PLAIN);

    assertThatThrownBy(() -> widgets.mergeInto("w", "scale", "{'metadata':{}}"))
        .hasMessageEndingWith("the spec replicas field \".spec.replicas\" cannot be empty");
  }

  /**
   * The manager of an Update entry is identified by its apiVersion, too, and that of a Scale
   * differs from the object's.
   */
  @Test
  void scalingToSameReplicasMovesThemToAnEntryOfTheirOwn() {
    widgets.create(widget("'spec':{'a':1,'replicas':2}"));

    widgets.mergeInto("w", "scale", "{'spec':{'replicas':2}}");

    JsonValue entries = widgets.get("w").at("/metadata/managedFields");
    assertThat(entries).hasSize(2);
    assertThat(entries.path(0).has("time")).isFalse();
    assertThat(entries.path(0).at("/fieldsV1"))
        .isEqualTo(ObjectsUnderTest.tree("{'f:spec':{'f:replicas':{}}}"));
    assertThat(entries.path(1).at("/fieldsV1"))
        .isEqualTo(ObjectsUnderTest.tree("{'f:spec':{'.':{},'f:a':{}}}"));
  }

  @Test
  void applyToStatusChangesOnlyStatus() {
    widgets.apply("w", widget("'spec':{'a':1}"), PLAIN);

    WriteResult written =
        widgets.apply(
            "w", "status", widget("'spec':{'a':2},'status':{'ready':true}"), as("operator", false));

    JsonValue widget = ObjectsUnderTest.tree(written.object());
    assertThat(widget.at("/spec/a").asInt()).isEqualTo(1);
    assertThat(widget.at("/status/ready").asBoolean()).isTrue();
    assertThatThrownBy(
            () ->
                widgets.apply(
                    "none", "status", widget("'status':{}").replace("'w'", "'none'"), PLAIN))
        .isInstanceOf(NotFoundException.class);
  }

  private static WriteOptions as(String manager, boolean force) {
    return new WriteOptions(manager, false, WriteOptions.FieldValidation.WARN, force);
  }

  private static String map(String data) {
    return "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':{%s}}"
        .formatted(data);
  }

  private static String widget(String content) {
    return "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'},%s}"
        .formatted(content);
  }
}
