package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.List;
import java.util.Random;

/**
 * A random valid schema and a random object before and after an update. One seed creates all, so
 * that objects are similar to their schema: members have few names, and values few shapes.
 */
final class SchemaSample {
  private static final List<String> NAMES = List.of("a", "b", "c", "metadata");

  private final Random random;
  private StructuralSchema schema = StructuralSchema.of(new JsonObject());
  private JsonObject object = new JsonObject();
  private JsonObject old = new JsonObject();

  private SchemaSample(Random random) {
    this.random = random;
  }

  /** Tries until the schema is valid. */
  static SchemaSample of(long seed) {
    var sample = new SchemaSample(new Random(seed));
    JsonObject openApi;
    do {
      openApi = sample.objectSchema(3);
      openApi.remove("additionalProperties");
      openApi.withObject("properties").remove("metadata");
    } while (!StructuralCheck.check(
            openApi, "schema", false, (o, p, e) -> {}, PatternBudget.ofDefinition())
        .isEmpty());
    sample.schema = StructuralSchema.of(openApi);
    sample.object = sample.members(4);
    sample.old = sample.object.deepCopy();
    sample.old.setAll(sample.members(4));
    return sample;
  }

  /** Returns any JSON value. */
  static JsonValue anything(long seed) {
    return new SchemaSample(new Random(seed)).value(4);
  }

  StructuralSchema schema() {
    return schema;
  }

  JsonObject object() {
    return object;
  }

  /** Returns the object before the update. Both objects share some members. */
  JsonObject old() {
    return old;
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private JsonObject schema(int depth) {
    JsonObject schema =
        switch (random.nextInt(depth > 0 ? 7 : 5)) {
          case 0 -> new JsonObject().put("type", "string").put("maxLength", random.nextInt(3));
          case 1 -> new JsonObject().put("type", "integer").put("minimum", random.nextInt(3));
          case 2 -> new JsonObject().put("type", "boolean");
          case 3 -> new JsonObject().put("x-kubernetes-int-or-string", true);
          case 4 -> new JsonObject().put("x-kubernetes-preserve-unknown-fields", true);
          case 5 -> arraySchema(depth - 1);
          default -> objectSchema(depth - 1);
        };
    if (random.nextInt(4) == 0) {
      schema.put("nullable", true);
    }
    if (random.nextInt(3) == 0) {
      schema.set("default", value(1));
    }
    return schema;
  }

  private JsonObject arraySchema(int depth) {
    JsonObject schema = new JsonObject().put("type", "array");
    schema.set("items", schema(depth));
    if (random.nextInt(3) == 0) {
      schema.put("x-kubernetes-list-type", "set");
    }
    return random.nextBoolean() ? schema.put("maxItems", random.nextInt(3)) : schema;
  }

  private JsonObject objectSchema(int depth) {
    JsonObject schema = new JsonObject().put("type", "object");
    JsonObject properties = schema.putObject("properties");
    if (random.nextInt(5) == 0) {
      schema.remove("properties");
      schema.set("additionalProperties", schema(depth));
      return schema;
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      properties.set(name(), schema(depth));
    }
    if (random.nextInt(4) == 0) {
      schema.putArray("required").add(name());
    }
    if (random.nextInt(4) == 0) {
      schema.put("x-kubernetes-preserve-unknown-fields", true);
    }
    if (random.nextInt(4) == 0) {
      schema.putArray("anyOf").add(restriction()).add(restriction());
    }
    if (random.nextInt(4) == 0) {
      schema.putArray("oneOf").add(restriction()).add(restriction());
    }
    return schema;
  }

  private JsonObject restriction() {
    JsonObject schema = new JsonObject();
    schema.putArray("required").add(name());
    return schema.put("maxProperties", random.nextInt(4));
  }

  private JsonObject members(int depth) {
    JsonObject members = new JsonObject();
    for (int i = random.nextInt(4); i > 0; i--) {
      members.set(name(), value(depth - 1));
    }
    return members;
  }

  private JsonValue value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> JsonValue.NULL;
      case 1 -> JsonValue.of(random.nextBoolean());
      case 2 -> JsonValue.of(random.nextInt(5));
      case 3 -> JsonValue.of(random.nextInt(5) + 0.5);
      case 4, 5 -> JsonValue.of("xyz".substring(random.nextInt(4)));
      case 6 -> new JsonArray().add(value(depth - 1)).add(value(depth - 1));
      default -> members(depth);
    };
  }
}
