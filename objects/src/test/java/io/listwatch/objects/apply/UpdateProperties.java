package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Schema;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** The managed fields after updates equal those of {@link UpdateModel}, byte for byte. */
final class UpdateProperties {
  private static final Instant START = Instant.parse("2024-08-24T08:05:52Z");
  private static final List<String> MANAGERS = List.of("one", "two");
  private static final int STEPS = 8;

  private static final String DEPLOYMENT =
      """
          {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","labels":{"a":"b"},
           "annotations":{"x":"y"},"finalizers":["f"],"ownerReferences":[{"uid":"u","name":"o"}]},
          "spec":{"replicas":2,"selector":{"matchLabels":{"app":"d"}},"strategy":{},
           "template":{"metadata":{"labels":{"app":"d"}},"spec":{"nodeSelector":{},
            "tolerations":[{"key":"k"}],"containers":[
             {"name":"main","image":"i:1","env":[{"name":"E","value":"1"},{"name":"F"}],
              "ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"}],
              "resources":{"limits":{"cpu":"0.5","memory":"1024Mi"}}},
             {"name":"side","image":"j","args":[]}],
            "volumes":[{"name":"v","emptyDir":{}}]}}},
          "status":{"replicas":2,"conditions":[{"type":"Available","status":"True"}]}}
      """;

  @Property(tries = 300)
  void customKindMatchesTheModel(@ForAll long seed) {
    Random random = new Random(seed);
    Schema schema = kind(SchemaUnderTest.root(random));
    var values = new ValuesUnderTest(random, true);

    writeInTurns(
        random,
        new Kind(List.of("v1"), ObjectVersions.alike(schema), UnaryOperator.identity()),
        (version, old) -> changed(random, values, Schemas.member(schema, "spec"), version, old));
  }

  @Property(tries = 300)
  void differentVersionsMatchTheModel(@ForAll long seed) {
    Random random = new Random(seed);
    Schema first = kind(SchemaUnderTest.root(random));
    Schema second = kind(SchemaUnderTest.root(random));
    var values = new ValuesUnderTest(random, true);
    var versions = new SwappedMembers(first, second);

    writeInTurns(
        random,
        new Kind(List.of("v1", "v2"), versions, UnaryOperator.identity()),
        (version, old) -> {
          Schema spec = Schemas.member(versions.sharing(version), "spec");
          JsonObject live = old == null ? null : versions.convert(old, version);
          return changed(random, values, spec, version, live);
        });
  }

  @Property(tries = 300)
  void builtInKindMatchesTheModel(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectSchema schema = BuiltInTypes.load().find("apps", "v1", "Deployment").orElseThrow();

    writeInTurns(
        random,
        new Kind(
            List.of("apps/v1"),
            ObjectVersions.alike(schema),
            new BuiltInForm(schema).keepingEmpty()::normalize),
        (version, old) -> {
          JsonObject next = old == null ? (JsonObject) JsonTrees.read(DEPLOYMENT) : old.deepCopy();
          return new Mutation(random).of(next, random.nextInt(4));
        });
  }

  /** A kind, and the normalization of its objects. */
  private record Kind(
      List<String> names, ObjectVersions versions, UnaryOperator<JsonObject> normal) {
    ManagedFields book(String version) {
      return versions.sharing(version) instanceof ObjectSchema schema
          ? ManagedFields.ofBuiltIn(schema)
          : ManagedFields.ofCustom(versions.sharing(version), versions);
    }
  }

  private static void writeInTurns(
      Random random, Kind kind, BiFunction<String, @Nullable JsonObject, JsonObject> writer) {
    JsonObject live = null;
    for (int step = 0; step < STEPS; step++) {
      String version = kind.names().get(random.nextInt(kind.names().size()));
      String name = MANAGERS.get(random.nextInt(MANAGERS.size()));
      boolean status = random.nextInt(3) == 0;
      var manager =
          new FieldManager(name, version, status ? "status" : "", START.plusSeconds(step));
      List<String> ignored = status ? List.of("metadata", "spec") : List.of("status");
      JsonObject old = live == null ? null : kind.versions().convert(live, version);
      JsonObject next = writer.apply(version, old);
      SentOwners.send(random, next, old);
      var request = new RequestVersion(version, kind.versions().sharing(version), kind.versions());

      JsonArray owners =
          kind.book(version)
              .update(old, next, manager, FieldSet.ofMembers(ignored.toArray(String[]::new)));

      JsonArray expected =
          new UpdateModel(request, kind.normal()).update(old, next, manager, ignored);
      assertThat(owners.toString()).isEqualTo(expected.toString());
      live = next.deepCopy();
      ((JsonObject) live.path("metadata")).set("managedFields", owners.deepCopy());
    }
  }

  /** Returns a new object, or the old one with a few changes. */
  private static JsonObject changed(
      Random random,
      ValuesUnderTest values,
      Schema spec,
      String version,
      @Nullable JsonObject old) {
    if (old != null && random.nextInt(3) > 0) {
      return new Mutation(random).of(old.deepCopy(), random.nextInt(4));
    }
    JsonObject object = new JsonObject();
    object.put("apiVersion", version).put("kind", "Thing").putObject("metadata").put("name", "t");
    object.set("spec", values.object(spec));
    return object.set("status", values.object(spec));
  }

  private static Schema kind(Schema spec) {
    Map<String, Schema> members = new LinkedHashMap<>();
    members.put("apiVersion", SchemaUnderTest.TEXT);
    members.put("kind", SchemaUnderTest.TEXT);
    members.put("spec", spec);
    members.put("status", spec);
    return SchemaUnderTest.struct(members);
  }

  /** Two versions with the names of two spec members swapped. */
  private record SwappedMembers(Schema first, Schema second) implements ObjectVersions {
    @Override
    public boolean exist(String apiVersion) {
      return apiVersion.equals("v1") || apiVersion.equals("v2");
    }

    @Override
    public boolean alike() {
      return false;
    }

    @Override
    public Schema sharing(String apiVersion) {
      return apiVersion.equals("v1") ? first : second;
    }

    @Override
    public JsonObject convert(JsonObject object, String apiVersion) {
      JsonObject converted = object.deepCopy();
      boolean other = !object.path("apiVersion").asText().equals(apiVersion);
      if (other && converted.put("apiVersion", apiVersion).get("spec") instanceof JsonObject spec) {
        JsonValue a = spec.remove("a");
        JsonValue b = spec.remove("b");
        spec.setAll(a == null ? Map.of() : Map.of("b", a));
        spec.setAll(b == null ? Map.of() : Map.of("a", b));
      }
      return converted;
    }
  }
}
