package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.List;
import java.util.Random;

/** Creates random values of a schema from few distinct words, so that they overlap. */
final class ValuesUnderTest {
  private static final List<String> NAMES = List.of("x", "y", "z");

  private final Random random;

  /** True if some values are null, and some maps and lists empty. */
  private final boolean empties;

  ValuesUnderTest(Random random, boolean empties) {
    this.random = random;
    this.empties = empties;
  }

  JsonObject object(Schema struct) {
    return (JsonObject) full(struct);
  }

  private JsonValue any(Schema schema) {
    if (empties && random.nextInt(12) == 0) {
      return switch (random.nextBoolean() ? schema.shape() : Schema.Shape.SCALAR) {
        case STRUCT, MAP, ANY -> new JsonObject();
        case LIST -> new JsonArray();
        case SCALAR -> JsonValue.NULL;
      };
    }
    return full(schema);
  }

  private JsonValue full(Schema schema) {
    return switch (schema.shape()) {
      case STRUCT -> struct(schema);
      case MAP -> map(schema);
      case LIST -> list(schema);
      case SCALAR -> word();
      case ANY -> random.nextBoolean() ? word() : new JsonObject().set("u", word());
    };
  }

  private JsonValue word() {
    return JsonValue.of(NAMES.get(random.nextInt(NAMES.size())));
  }

  private JsonObject struct(Schema schema) {
    JsonObject object = new JsonObject();
    for (String name : List.of("a", "b", "c", "v")) {
      Schema member = schema.member(name);
      if (member != null && random.nextInt(3) > 0) {
        object.set(name, any(member));
      }
    }
    if (object.isEmpty()) {
      String name = schema.declares("a") ? "a" : "v";
      object.set(name, full(Schemas.member(schema, name)));
    }
    return object;
  }

  private JsonObject map(Schema schema) {
    JsonObject object = new JsonObject();
    for (String name : NAMES) {
      if (random.nextBoolean()) {
        object.set(name, any(Schemas.member(schema, name)));
      }
    }
    return object.isEmpty() ? object.set("x", full(Schemas.member(schema, "x"))) : object;
  }

  private JsonArray list(Schema schema) {
    JsonArray list = new JsonArray();
    for (String name : NAMES) {
      if (random.nextBoolean() || (list.isEmpty() && name.equals("z"))) {
        list.insert(random.nextInt(list.size() + 1), item(schema, name));
      }
    }
    return list;
  }

  private JsonValue item(Schema schema, String name) {
    if (schema.listType() == ListType.MAP) {
      return random.nextInt(3) == 0
          ? new JsonObject().put("k", name)
          : struct(schema.item()).put("k", name);
    }
    return schema.listType() == ListType.SET ? JsonValue.of(name) : full(schema.item());
  }
}
