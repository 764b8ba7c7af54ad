package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Server-side apply of random configurations by several managers, compared with {@link PathModel}.
 */
final class ApplyProperties {
  private static final Instant START = Instant.parse("2024-08-24T08:05:52Z");
  private static final List<String> MANAGERS = List.of("one", "two", "three");
  private static final int STEPS = 8;

  @Property(tries = 300)
  void applyMatchesThePathModel(@ForAll long seed) {
    Random random = new Random(seed);
    Schema schema = SchemaUnderTest.root(random);
    var values = new ValuesUnderTest(random, false);
    var model = new PathModel(schema);
    JsonObject live = new JsonObject();
    Owners owners = Owners.none();
    for (int step = 0; step < STEPS; step++) {
      String manager = MANAGERS.get(random.nextInt(MANAGERS.size()));
      JsonObject intent = values.object(schema);
      boolean force = random.nextBoolean();

      boolean applied = model.apply(manager, intent, force);

      Owners after = Owners.parse(owners.toJson());
      var apply =
          new ServerSideApply(
              new RequestVersion("v1", schema, ObjectVersions.alike(schema)),
              new FieldManager(manager, "v1", "", START),
              FieldSet.empty(),
              FieldSet.empty(),
              force);
      try {
        live = apply.apply(live, intent, after);
        owners = after;
        assertThat(applied).as("applied, in the model").isTrue();
      } catch (ApplyConflictException e) {
        assertThat(applied).as("applied, in the model").isFalse();
      }
      assertThat(model.leaves(live)).isEqualTo(model.leaves);
      assertThat(pathsByOwner(owners)).isEqualTo(model.owners);
    }
  }

  private static Map<String, Set<List<PathElement>>> pathsByOwner(Owners owners) {
    Map<String, Set<List<PathElement>>> paths = new TreeMap<>();
    for (JsonValue each : owners.toJson()) {
      ManagedEntry entry = ManagedEntry.parse(each, 0);
      paths.put(entry.manager(), new HashSet<>(entry.fields().paths()));
    }
    return paths;
  }

  @Property(tries = 300)
  void tracksOwnersOfInterleavedWrites(@ForAll long seed) {
    writeInTurns(new Random(seed), List.of("v1"));
  }

  /** The versions differ in their names only. */
  @Property(tries = 300)
  void tracksOwnersAcrossApiVersions(@ForAll long seed) {
    writeInTurns(new Random(seed), List.of("v1", "v2", "v3"));
  }

  private static void writeInTurns(Random random, List<String> versions) {
    Schema schema = kind(SchemaUnderTest.root(random));
    Schema spec = Schemas.member(schema, "spec");
    // Configurations have no empty lists, which no manager owns, and no empty maps, which may be
    // absent.
    var intents = new ValuesUnderTest(random, false);
    var values = new ValuesUnderTest(random, true);
    ManagedFields book = ManagedFields.ofCustom(schema);
    var first = new FieldManager("one", versions.get(0), "", START);
    JsonObject live =
        applied(book, schema, null, object(intents.object(spec), first.apiVersion()), first, false);
    for (int step = 1; step < STEPS; step++) {
      String name = MANAGERS.get(random.nextInt(MANAGERS.size()));
      String version = versions.get(random.nextInt(versions.size()));
      var manager = new FieldManager(name, version, "", START.plusSeconds(step));
      JsonObject intent = object(intents.object(spec), version);
      JsonObject sent = object(values.object(spec), version);
      live.put("apiVersion", version);
      switch (random.nextInt(4)) {
        case 0, 1 -> live = applied(book, schema, live, intent, manager, random.nextBoolean());
        case 2 -> live = updated(book, live, sent, manager);
        default -> live = updated(book, live, MergePatch.apply(live, sent.toString()), manager);
      }
      checkOwners(live);
    }
  }

  private static Schema kind(Schema spec) {
    Map<String, Schema> members = new LinkedHashMap<>();
    members.put("apiVersion", SchemaUnderTest.TEXT);
    members.put("kind", SchemaUnderTest.TEXT);
    members.put(
        "metadata",
        SchemaUnderTest.struct(new LinkedHashMap<>(Map.of("name", SchemaUnderTest.TEXT))));
    members.put("spec", spec);
    return SchemaUnderTest.struct(members);
  }

  private static JsonObject object(JsonObject spec, String apiVersion) {
    JsonObject object = new JsonObject().put("apiVersion", apiVersion).put("kind", "Thing");
    object.putObject("metadata").put("name", "t");
    return object.set("spec", spec);
  }

  private static JsonObject applied(
      ManagedFields book,
      Schema schema,
      @Nullable JsonObject live,
      JsonObject intent,
      FieldManager manager,
      boolean force) {
    JsonObject next;
    try {
      next = book.apply(live, intent, manager, FieldSet.empty(), force);
    } catch (ApplyConflictException e) {
      assertThat(force).isFalse();
      return Objects.requireNonNull(live);
    }
    FieldSet meant =
        Extraction.of(intent, schema)
            .minus(FieldSet.ofMembers("apiVersion", "kind", "metadata.name"));
    List<ManagedEntry> own =
        owners(next).stream()
            .filter(each -> each.manager().equals(manager.name()) && !each.isUpdate())
            .toList();
    assertThat(own).hasSize(meant.isEmpty() ? 0 : 1);
    for (ManagedEntry each : own) {
      assertThat(each.fields()).as("what %s applied", manager.name()).isEqualTo(meant);
      assertThat(each.apiVersion()).isEqualTo(manager.apiVersion());
    }
    checkAgain(book, next, intent, manager);
    return next;
  }

  /** The same configuration an hour later changes nothing. */
  private static void checkAgain(
      ManagedFields book, JsonObject object, JsonObject intent, FieldManager manager) {
    var later =
        new FieldManager(
            manager.name(), manager.apiVersion(), "", manager.time().plusSeconds(3600));

    JsonObject again = book.apply(object, intent, later, FieldSet.empty(), false);
    ManagedFields.keepTimes(again, object);

    assertThat(again).isEqualTo(object);
  }

  private static JsonObject updated(
      ManagedFields book, JsonObject live, JsonObject next, FieldManager manager) {
    JsonObject stored = next.deepCopy();
    ((JsonObject) stored.path("metadata"))
        .set("managedFields", book.update(live, stored, manager, FieldSet.empty()));
    return stored;
  }

  private static void checkOwners(JsonObject object) {
    for (ManagedEntry entry : owners(object)) {
      assertThat(entry.fields().isEmpty()).as("%s owns nothing", entry.manager()).isFalse();
      for (List<PathElement> path : entry.fields().paths()) {
        assertThat(exists(object, path)).as("%s, which %s owns", path, entry.manager()).isTrue();
      }
    }
  }

  private static List<ManagedEntry> owners(JsonObject object) {
    return StreamSupport.stream(object.path("metadata").path("managedFields").spliterator(), false)
        .map(entry -> ManagedEntry.parse(entry, 0))
        .toList();
  }

  private static boolean exists(JsonValue value, List<PathElement> path) {
    if (path.isEmpty()) {
      return true;
    }
    PathElement step = path.get(0);
    List<PathElement> rest = path.subList(1, path.size());
    if (step instanceof PathElement.Member member) {
      return value.has(member.name()) && exists(value.path(member.name()), rest);
    }
    for (JsonValue item : value) {
      boolean same =
          step instanceof PathElement.Keyed keyed
              ? item.path("k").equals(keyed.keys().get(0).value())
              : step.equals(new PathElement.Value(item));
      if (same && exists(item, rest)) {
        return true;
      }
    }
    return false;
  }
}
