package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.submitted;
import static io.listwatch.server.registry.write.WriteFixture.KEY;
import static io.listwatch.server.registry.write.WriteFixture.managers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Complete writes to a storage. */
final class ObjectWritesTest {
  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget", "status", "scale"));
  private final ServedKind maps = fixture.configMaps();
  private ObjectWrites writes = fixture.writes();

  @BeforeEach
  void createNamespace() {
    fixture.createNamespace();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private WriteResult create(String json) {
    return create(maps, json, fixture.options());
  }

  private WriteResult create(ServedKind kind, String json, WriteOptions options) {
    JsonObject draft = writes.decode(kind, "home", submitted(json), options);
    return await(writes.create(kind, "home", draft, options));
  }

  private WriteResult put(String json, WriteOptions options) {
    return await(
        writes.update(maps, KEY, new FullReplacement(submitted(json)), ObjectPart.WHOLE, options));
  }

  private WriteResult patch(Patch.Type type, String patch, WriteOptions options) {
    Patch parsed = Patch.parse(type, patch.replace('\'', '"'));
    return await(writes.patch(maps, KEY, parsed, ObjectPart.WHOLE, options));
  }

  private static String applied(String data) {
    return "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':{%s}}"
        .formatted(data);
  }

  private static JsonObject tree(WriteResult result) {
    return ServedKind.tree(result.object());
  }

  private Resource read(String name) {
    return await(maps.get(ResourceKey.of("home", name), VersionMatch.mostRecent()));
  }

  @Test
  void createdObjectIsStoredAndReturned() {
    WriteResult made = create("{'metadata':{'name':'a'},'data':{'k':'v'}}");

    assertThat(made.created()).isTrue();
    assertThat(made.object()).isEqualTo(read("a"));
    assertThat(managers(tree(made))).containsExactly("tester Update");
  }

  @Test
  void decodeDropsSystemFieldsAndRecordsTheCreator() {
    JsonObject draft =
        writes.decode(
            maps,
            "home",
            submitted("{'metadata':{'name':'a','uid':'mine'},'data':{'k':'v'}}"),
            fixture.options());

    assertThat(draft.path("metadata").has("uid")).isFalse();
    assertThat(managers(draft)).containsExactly("tester Update");
  }

  @Test
  void emptyListThatWasSentIsOwned() {
    JsonObject role =
        writes.decode(
            fixture.kind("rbac.authorization.k8s.io", "roles"),
            "home",
            submitted("{'metadata':{'name':'a'},'rules':[]}"),
            fixture.options());

    assertThat(role.path("rules").isNull()).isTrue();
    assertThat(WriteFixture.fieldsOf(role, "tester")).isEqualTo("{'f:rules':{}}");
  }

  @Test
  void takenNameIsAlreadyExists() {
    create("{'metadata':{'name':'a'}}");

    assertThatThrownBy(() -> create("{'metadata':{'name':'a'}}"))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void generatedNameThatIsTakenIsGeneratedAgain() {
    // The first and the second object get the same random number.
    var calls = new AtomicInteger();
    writes = fixture.writes(new Identities(() -> calls.getAndIncrement() < 14 ? 0L : 1L << 40));

    WriteResult first = create("{'metadata':{'generateName':'x-'}}");
    WriteResult second = create("{'metadata':{'generateName':'x-'}}");

    assertThat(first.object().key().name()).isEqualTo("x-bbbbb");
    assertThat(second.object().key().name()).startsWith("x-").isNotEqualTo("x-bbbbb");
  }

  @Test
  void failsAfterEightTakenNames() {
    writes = fixture.writes(new Identities(() -> 0L));
    create("{'metadata':{'generateName':'x-'}}");
    fixture.admission.forget();

    assertThatThrownBy(() -> create("{'metadata':{'generateName':'x-'}}"))
        .isInstanceOfSatisfying(
            AlreadyExistsException.class,
            e ->
                assertThat(e.status().message())
                    .isEqualTo(
                        "configmaps \"x-bbbbb\" already exists, the server was not able to generate"
                            + " a unique name for the object"));
    assertThat(fixture.admission.validated()).hasSize(8);
  }

  @Test
  void generatedNameIsNotTriedAgainAfterAnotherError() {
    fixture.admission.rejects = request -> true;

    assertThatThrownBy(() -> create("{'metadata':{'generateName':'x-'}}"))
        .hasMessageContaining("not admitted");
    assertThat(fixture.admission.validated()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | name or generateName is required",
        "a/b | metadata.name: Invalid value: \"a/b\"",
      })
  void rejectsNameThatCannotBeAKey(String name, String error) {
    assertThatThrownBy(() -> create("{'metadata':{'name':'%s'}}".formatted(name)))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(422);
              assertThat(e.status().message()).contains(error);
            });
  }

  @Test
  void createInAMissingNamespaceIsNotFound() {
    JsonObject draft =
        writes.decode(maps, "away", submitted("{'metadata':{'name':'a'}}"), fixture.options());

    assertThatThrownBy(() -> await(writes.create(maps, "away", draft, fixture.options())))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("namespaces \"away\" not found");
  }

  @Test
  void dryRunOfACreateStoresNothing() {
    WriteResult made = create(maps, "{'metadata':{'name':'a'}}", fixture.dryRun());

    assertThat(made.created()).isTrue();
    assertThatThrownBy(() -> read("a")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void putOfTheSameObjectWritesNothing() {
    WriteResult made = create("{'metadata':{'name':'a'},'data':{'k':'v'}}");
    fixture.server.timers.advance(Duration.ofHours(1));

    WriteResult again = put("{'metadata':{'name':'a'},'data':{'k':'v'}}", fixture.options());

    assertThat(again).isEqualTo(new WriteResult(made.object(), false));
  }

  @Test
  void putThatChangesNothingButItsManagerWritesNothing() {
    WriteResult made = create("{'metadata':{'name':'a'},'data':{'k':'v'}}");

    WriteResult again =
        put("{'metadata':{'name':'a'},'data':{'k':'v'}}", fixture.managedBy("another", false));

    assertThat(again.object()).isEqualTo(made.object());
  }

  @Test
  void putOfAStaleVersionIsAConflict() {
    Resource old = create("{'metadata':{'name':'a'}}").object();
    put("{'metadata':{'name':'a'},'data':{'k':'v'}}", fixture.options());

    assertThatThrownBy(
            () ->
                put(
                    "{'metadata':{'name':'a','resourceVersion':'%s'}}".formatted(old.version()),
                    fixture.options()))
        .hasMessageContaining("the object has been modified");
  }

  @Test
  void putCreatesOnlyKindsThatAllowIt() {
    ServedKind leases = fixture.kind("coordination.k8s.io", "leases");
    var lease = new FullReplacement(submitted("{'metadata':{'name':'a'},'spec':{}}"));

    WriteResult made =
        await(writes.update(leases, KEY, lease, ObjectPart.WHOLE, fixture.options()));

    assertThat(made.created()).isTrue();
    assertThatThrownBy(() -> put("{'metadata':{'name':'a'}}", fixture.options()))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void putThatCreatesNeedsActiveNamespace() {
    new ObjectsUnderTest(fixture.server, "", "namespaces").delete("home");
    ServedKind leases = fixture.kind("coordination.k8s.io", "leases");
    var lease = new FullReplacement(submitted("{'metadata':{'name':'a'},'spec':{}}"));

    assertThatThrownBy(
            () -> await(writes.update(leases, KEY, lease, ObjectPart.WHOLE, fixture.options())))
        .hasMessageContaining("because it is being terminated");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "JSON | [{'op':'add','path':'/data/n','value':'1'}]",
        "MERGE | {'data':{'n':'1'}}",
        "STRATEGIC | {'data':{'n':'1'}}",
        "APPLY | {'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':{'n':'1'}}",
      })
  void everyPatchTypeAddsAField(Patch.Type type, String patch) {
    create("{'metadata':{'name':'a'},'data':{'k':'v'}}");

    JsonObject next = tree(patch(type, patch, fixture.managedBy("second", false)));

    assertThat(next.path("data")).isEqualTo(WriteFixture.json("{'k':'v','n':'1'}"));
    assertThat(WriteFixture.fieldsOf(next, "second")).isEqualTo("{'f:data':{'f:n':{}}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "JSON | [{'op':'test','path':'/data/k','value':'v'}]",
        "MERGE | {}",
        "MERGE | {'data':{'k':'v','none':null}}",
        "STRATEGIC | {'data':{'k':'v'}}",
      })
  void patchThatChangesNothingWritesNothing(Patch.Type type, String patch) {
    Resource made = create("{'metadata':{'name':'a'},'data':{'k':'v'}}").object();
    fixture.server.timers.advance(Duration.ofHours(1));

    assertThat(patch(type, patch, fixture.options()).object()).isEqualTo(made);
  }

  @Test
  void applyCreatesOnceAndThenWritesNothing() {
    WriteResult made = patch(Patch.Type.APPLY, applied("'k':'v'"), fixture.options());
    fixture.server.timers.advance(Duration.ofHours(1));
    WriteResult again = patch(Patch.Type.APPLY, applied("'k':'v'"), fixture.options());

    assertThat(made.created()).isTrue();
    assertThat(again).isEqualTo(new WriteResult(made.object(), false));
  }

  @Test
  void applyToASubresourceOfAMissingObjectIsNotFound() {
    ServedKind widgets = fixture.kind("example.com", "widgets");
    Patch patch =
        Patch.parse(
            Patch.Type.APPLY,
            "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"a\"},"
                + "\"status\":{}}");

    assertThatThrownBy(
            () -> await(writes.patch(widgets, KEY, patch, ObjectPart.STATUS, fixture.options())))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void patchOfAMissingObjectIsNotFound() {
    assertThatThrownBy(() -> patch(Patch.Type.MERGE, "{}", fixture.options()))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void scaleOfACustomResourceIsApplied() {
    ServedKind widgets = fixture.kind("example.com", "widgets");
    create(
        widgets,
        "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'a'},'spec':{'replicas':1}}",
        fixture.options());
    WriteOptions scaler = fixture.managedBy("scaler", true);
    Patch patch =
        Patch.parse(
            Patch.Type.APPLY,
            "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"metadata\":{\"name\":\"a\"},"
                + "\"spec\":{\"replicas\":3}}");
    var scales = new Scales(widgets, ScalePaths.DEFAULT);

    WriteResult scaled =
        await(
            writes.update(
                widgets,
                KEY,
                scales.change(writes.ofScale(widgets, KEY, patch, scaler), "a"),
                ObjectPart.SCALE,
                scaler));

    assertThat(tree(scaled).at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(managers(tree(scaled))).contains("scaler Apply");
  }

  @Test
  void conflictRunsTheWholeTransitionAgain() {
    create("{'metadata':{'name':'a'},'data':{'n':'0'}}");
    var interfered = new AtomicInteger();
    fixture.admission.beforeValidate =
        () -> {
          if (interfered.incrementAndGet() == 1) {
            patch(Patch.Type.MERGE, "{'data':{'theirs':'1'}}", fixture.managedBy("them", false));
          }
        };

    JsonObject next =
        tree(patch(Patch.Type.MERGE, "{'data':{'ours':'1'}}", fixture.managedBy("us", false)));

    assertThat(next.path("data")).isEqualTo(WriteFixture.json("{'n':'0','theirs':'1','ours':'1'}"));
    assertThat(managers(next))
        .containsExactlyInAnyOrder("tester Update", "them Update", "us Update");
    assertThat(interfered).hasValue(3);
  }
}
