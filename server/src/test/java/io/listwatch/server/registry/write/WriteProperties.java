package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static io.listwatch.server.registry.write.WriteFixture.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeProperty;

/**
 * Properties of writes to ConfigMaps: idempotence, inverse patches, equivalence of patch and PUT.
 */
final class WriteProperties {

  private final WriteFixture fixture = new WriteFixture();
  private final ServedKind maps = fixture.configMaps();
  private final ObjectWrites writes = fixture.writes();

  @BeforeProperty
  void createNamespace() {
    fixture.createNamespace();
  }

  @AfterTry
  void deleteTheObject() {
    new ObjectsUnderTest(fixture.server, "", "configmaps").delete(KEY.name());
  }

  @AfterProperty
  void close() {
    fixture.close();
  }

  @Provide
  Arbitrary<Map<String, String>> data() {
    return Arbitraries.maps(
            Arbitraries.of("a", "b", "c", "d"), Arbitraries.of("1", "2", "", "text"))
        .ofMaxSize(4);
  }

  private static JsonObject map(Map<String, String> data) {
    JsonObject map = new JsonObject();
    map.put("apiVersion", "v1").put("kind", "ConfigMap").putObject("metadata").put("name", "a");
    data.forEach(map.putObject("data")::put);
    return map;
  }

  private JsonObject create(Map<String, String> data) {
    JsonObject draft =
        writes.decode(maps, "home", new DecodedObject(map(data), List.of()), fixture.options());
    return ServedKind.tree(await(writes.create(maps, "home", draft, fixture.options())).object());
  }

  private JsonObject put(JsonObject object) {
    var change = new FullReplacement(new DecodedObject(object.deepCopy(), List.of()));
    return ServedKind.tree(
        await(writes.update(maps, KEY, change, ObjectPart.WHOLE, fixture.options())).object());
  }

  private JsonObject apply(Map<String, String> data, String manager) {
    Patch patch = Patch.of(Patch.Type.APPLY, map(data));
    return ServedKind.tree(
        await(writes.patch(maps, KEY, patch, ObjectPart.WHOLE, fixture.managedBy(manager, true)))
            .object());
  }

  private JsonObject patch(Patch patch) {
    return ServedKind.tree(
        await(writes.patch(maps, KEY, patch, ObjectPart.WHOLE, fixture.options())).object());
  }

  private static Map<String, String> dataOf(JsonObject object) {
    var data = new TreeMap<String, String>();
    object
        .path("data")
        .properties()
        .forEach(each -> data.put(each.getKey(), each.getValue().asText()));
    return data;
  }

  /** Returns the merge patch between two maps. */
  private static Patch mergePatch(Map<String, String> from, Map<String, String> to) {
    JsonObject patch = new JsonObject();
    JsonObject data = patch.putObject("data");
    from.keySet().stream().filter(key -> !to.containsKey(key)).forEach(data::putNull);
    to.forEach(data::put);
    return Patch.of(Patch.Type.MERGE, patch);
  }

  /** Returns the JSON patch between two maps. */
  private static Patch jsonPatch(Map<String, String> to) {
    JsonArray patch = new JsonArray();
    JsonObject operation = patch.addObject().put("op", "add").put("path", "/data");
    to.forEach(operation.putObject("value")::put);
    return Patch.of(Patch.Type.JSON, patch);
  }

  @Property(tries = 60)
  void updateWithTheSameObjectWritesNothing(@ForAll("data") Map<String, String> data) {
    JsonObject made = create(data);
    fixture.server.timers.advance(Duration.ofHours(1));

    assertThat(put(made)).isEqualTo(made);
  }

  @Property(tries = 60)
  void mergePatchTurnsOneObjectIntoTheOther(
      @ForAll("data") Map<String, String> from, @ForAll("data") Map<String, String> to) {
    create(from);

    assertThat(dataOf(patch(mergePatch(from, to)))).isEqualTo(to);
    assertThat(dataOf(patch(mergePatch(to, from)))).isEqualTo(from);
  }

  @Property(tries = 60)
  void patchEqualsPutOfItsResult(
      @ForAll("data") Map<String, String> from, @ForAll("data") Map<String, String> to) {
    create(from);
    JsonObject patched = patch(jsonPatch(to));

    assertThat(dataOf(patched)).isEqualTo(to);
    assertThat(put(patched)).isEqualTo(patched);
  }

  @Property(tries = 60)
  void applyIsIdempotent(
      @ForAll("data") Map<String, String> there, @ForAll("data") Map<String, String> applied) {
    create(there);
    JsonObject once = apply(applied, "applier");
    fixture.server.timers.advance(Duration.ofHours(1));

    assertThat(apply(applied, "applier")).isEqualTo(once);
  }

  @Property(tries = 60)
  void emptyApplyRemovesFieldsAppliedBefore(
      @ForAll("data") Map<String, String> first, @ForAll("data") Map<String, String> second) {
    apply(first, "one");
    apply(second, "two");

    apply(Map.of(), "two");

    assertThat(dataOf(apply(first, "one"))).isEqualTo(new TreeMap<>(first));
  }

  @Property(tries = 60)
  void dryRunReturnsTheResultOfTheWrite(
      @ForAll("data") Map<String, String> from, @ForAll("data") Map<String, String> to) {
    create(from);
    Patch patch = mergePatch(from, to);

    JsonObject rehearsed =
        ServedKind.tree(
            await(writes.patch(maps, KEY, patch, ObjectPart.WHOLE, fixture.dryRun())).object());
    JsonObject written = patch(patch);

    rehearsed.withObject("metadata").remove("resourceVersion");
    written.withObject("metadata").remove("resourceVersion");
    assertThat(rehearsed).isEqualTo(written);
  }
}
