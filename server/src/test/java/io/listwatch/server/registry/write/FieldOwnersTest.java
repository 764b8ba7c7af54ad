package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.fieldsOf;
import static io.listwatch.server.registry.write.WriteFixture.json;
import static io.listwatch.server.registry.write.WriteFixture.managers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.apply.ApplyConflictException;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The managedFields of written objects. */
final class FieldOwnersTest {
  private static final String WIDGET =
      "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'},'spec':{'a':1},"
          + "'status':{'b':1}}";

  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget", "status"));
  private final FieldOwners owners = fixture.steps().owners();
  private final ServedKind maps = fixture.configMaps();
  private final ServedKind widgets = fixture.kind("example.com", "widgets");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static JsonObject map(String data) {
    return json(
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':{%s}}"
            .formatted(data));
  }

  private JsonObject created(String data) {
    JsonObject object = map(data);
    owners.record(maps, ObjectPart.WHOLE, null, object, fixture.options());
    return object;
  }

  @Test
  void creatorOwnsEveryField() {
    JsonObject map = created("'k':'v'");

    assertThat(map.at("/metadata/managedFields"))
        .isEqualTo(
            json("{'x':[{'manager':'tester','operation':'Update','apiVersion':'v1',"
                    + "'time':'2024-08-24T08:05:52Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:data':{'.':{},'f:k':{}}}}]}")
                .get("x"));
  }

  @Test
  void updaterOwnsFieldsThatItChanges() {
    JsonObject old = created("'k':'v','l':'w'");
    JsonObject next = old.deepCopy();
    next.withObject("data").put("l", "changed").put("m", "new");

    owners.record(maps, ObjectPart.WHOLE, old, next, fixture.managedBy("second", false));

    assertThat(fieldsOf(next, "tester")).isEqualTo("{'f:data':{'.':{},'f:k':{}}}");
    assertThat(fieldsOf(next, "second")).isEqualTo("{'f:data':{'f:l':{},'f:m':{}}}");
  }

  @Test
  void removedFieldsHaveNoOwner() {
    JsonObject old = created("'k':'v','l':'w'");
    JsonObject next = old.deepCopy();
    next.withObject("data").remove("l");

    owners.record(maps, ObjectPart.WHOLE, old, next, fixture.managedBy("second", false));

    assertThat(managers(next)).containsExactly("tester Update");
    assertThat(fieldsOf(next, "tester")).isEqualTo("{'f:data':{'.':{},'f:k':{}}}");
  }

  @Test
  void emptyManagedFieldsClearAllOwners() {
    JsonObject old = created("'k':'v'");
    JsonObject next = map("'k':'v'");
    next.withObject("metadata").putArray("managedFields").addObject();

    owners.record(maps, ObjectPart.WHOLE, old, next, fixture.options());

    assertThat(next.path("metadata").has("managedFields")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"BINDING", "EVICTION"})
  void changesByTheServerAreNotRecorded(ObjectPart part) {
    JsonObject next = map("'k':'v'");

    owners.record(maps, part, null, next, fixture.options());

    assertThat(next.path("metadata").has("managedFields")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "WHOLE | {'f:spec':{'.':{},'f:a':{}}}",
        "STATUS | {'f:status':{'.':{},'f:b':{}}}",
      })
  void fieldsOutsideThePartGetNoOwner(ObjectPart part, String fields) {
    JsonObject next = json(WIDGET);

    owners.record(widgets, part, null, next, fixture.options());

    assertThat(fieldsOf(next, "tester")).isEqualTo(fields);
  }

  @Test
  void statusFieldsAreOwnedIfThereIsNoStatusSubresource() {
    try (var other = new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget"))) {
      JsonObject next = json(WIDGET);

      other
          .steps()
          .owners()
          .record(
              other.kind("example.com", "widgets"), ObjectPart.WHOLE, null, next, other.options());

      assertThat(fieldsOf(next, "tester"))
          .isEqualTo("{'f:spec':{'.':{},'f:a':{}},'f:status':{'.':{},'f:b':{}}}");
    }
  }

  @Test
  void managedFieldsEntryNamesTheSubresource() {
    JsonObject next = json(WIDGET);

    owners.record(widgets, ObjectPart.STATUS, null, next, fixture.options());

    assertThat(next.at("/metadata/managedFields/0/subresource").asText()).isEqualTo("status");
  }

  @Test
  void applyOwnsOnlyItsConfiguration() {
    JsonObject old = created("'k':'v'");

    JsonObject next =
        owners.apply(
            maps, ObjectPart.WHOLE, old, map("'l':'w'"), fixture.managedBy("applier", false));

    assertThat(managers(next)).containsExactly("applier Apply", "tester Update");
    assertThat(fieldsOf(next, "applier")).isEqualTo("{'f:data':{'f:l':{}}}");
  }

  @Test
  void applyTakesOverFieldOnlyWithForce() {
    JsonObject old = created("'k':'v'");

    assertThatThrownBy(
            () ->
                owners.apply(
                    maps,
                    ObjectPart.WHOLE,
                    old.deepCopy(),
                    map("'k':'w'"),
                    fixture.managedBy("applier", false)))
        .isInstanceOf(ApplyConflictException.class);
    JsonObject forced =
        owners.apply(
            maps,
            ObjectPart.WHOLE,
            old.deepCopy(),
            map("'k':'w'"),
            fixture.managedBy("applier", true));

    assertThat(fieldsOf(forced, "tester")).isEqualTo("{'f:data':{}}");
    assertThat(forced.at("/data/k").asText()).isEqualTo("w");
  }

  @Test
  void applyRejectsUnknownField() {
    JsonObject odd = map("'k':'v'");
    odd.put("bogus", 1);

    assertThatThrownBy(() -> owners.apply(maps, ObjectPart.WHOLE, null, odd, fixture.options()))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("bogus");
  }

  @Test
  void scaleIsRecordedUnderItsOwnType() {
    JsonObject old =
        json(
            "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'a',"
                + "'managedFields':[{'manager':'first','operation':'Update',"
                + "'apiVersion':'autoscaling/v1','fieldsType':'FieldsV1',"
                + "'fieldsV1':{'f:spec':{'f:replicas':{}}}}]},'spec':{'replicas':1}}");
    JsonObject next = old.deepCopy();
    next.withObject("spec").put("replicas", 2);

    owners.recordScale(old, next, fixture.options());

    assertThat(managers(next)).containsExactly("tester Update");
    assertThat(next.at("/metadata/managedFields/0/apiVersion").asText())
        .isEqualTo("autoscaling/v1");
    assertThat(next.at("/metadata/managedFields/0/subresource").asText()).isEqualTo("scale");
  }

  @Test
  void scaleIsAppliedUnderItsOwnType() {
    JsonObject configuration =
        json(
            "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'a'},"
                + "'spec':{'replicas':2}}");

    JsonObject next = owners.applyToScale(null, configuration, fixture.options());

    assertThat(next.at("/spec/replicas").asInt()).isEqualTo(2);
    assertThat(managers(next)).containsExactly("tester Apply");
    assertThat(next.at("/metadata/managedFields/0/subresource").asText()).isEqualTo("scale");
  }
}
