package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random trees: any JSON, and objects of a type. */
public final class Trees {

  private Trees() {}

  /** Returns any JSON, down to a maximum depth. */
  public static JsonValue any(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 -> JsonValue.of(pick(random, "", "a", "<é>\u2028", "\uD83D\uDE80", "\n\u0001"));
      case 1 -> JsonValue.of(random.nextLong() >> random.nextInt(64));
      case 2 -> JsonValue.of(BigDecimal.valueOf(random.nextGaussian() * 1e9));
      case 3 -> JsonValue.of(random.nextBoolean());
      case 4 -> JsonValue.NULL;
      case 5 -> {
        JsonArray items = new JsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(any(random, depth - 1));
        }
        yield items;
      }
      default -> object(random, depth - 1);
    };
  }

  /** Returns an object with arbitrary members of few distinct names, down to a maximum depth. */
  public static JsonObject object(Random random, int depth) {
    JsonObject object = new JsonObject();
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = pick(random, "a", "b", "c", "c/d", "é", "\uD83D\uDE80", "\uFFFD");
      object.set(name, any(random, depth));
    }
    return object;
  }

  /** Returns a random object of this type: members are absent, empty, null or full. */
  public static JsonObject ofType(ObjectSchema type, Random random, int depth) {
    JsonObject object = new JsonObject();
    for (FieldSchema field : type.fields()) {
      if (random.nextInt(3) == 0) {
        object.set(field.name(), value(field.type(), random, depth));
      }
    }
    return object;
  }

  private static JsonValue value(ValueSchema type, Random random, int depth) {
    if (random.nextInt(8) == 0) {
      return JsonValue.NULL;
    }
    int size = depth == 0 ? 0 : random.nextInt(3);
    if (type instanceof ObjectSchema struct) {
      return depth == 0 ? new JsonObject() : ofType(struct, random, depth - 1);
    }
    if (type instanceof ValueSchema.ListOf list) {
      JsonArray items = new JsonArray();
      for (int i = 0; i < size; i++) {
        items.add(value(list.item(), random, depth - 1));
      }
      return items;
    }
    if (type instanceof ValueSchema.MapOf map) {
      JsonObject members = new JsonObject();
      for (int i = 0; i < size; i++) {
        members.set("k" + random.nextInt(100), value(map.value(), random, depth - 1));
      }
      return members;
    }
    return scalar((ValueSchema.Scalar) type, random);
  }

  private static JsonValue scalar(ValueSchema.Scalar type, Random random) {
    return switch (type) {
      case STRING -> JsonValue.of(pick(random, "", "x", "<é>"));
      case BOOL -> JsonValue.of(random.nextBoolean());
      case INT32, INT64 -> JsonValue.of(random.nextInt(3));
      case DOUBLE -> JsonValue.of(new BigDecimal(pick(random, "0", "1.50", "1e30", "-2.0")));
      case BYTES -> JsonValue.of(pick(random, "", "AAE=", "AA\nE="));
      case QUANTITY -> JsonValue.of(pick(random, "0", "1000m", "0.5", "1024Mi", "1e3", "-1"));
      case TIME, MICROTIME ->
          JsonValue.of(
              pick(
                  random,
                  "2024-08-24T08:05:52Z",
                  "2024-08-24T10:05:52.123+02:00",
                  "0001-01-01T00:00:00Z"));
      case INT_OR_STRING ->
          random.nextBoolean() ? JsonValue.of("http") : JsonValue.of(random.nextInt(2));
      case RAW, FIELDS -> new JsonObject().put("f:x", random.nextInt(3));
    };
  }

  private static String pick(Random random, String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  /** Returns the tree with the members of its objects in another order. */
  public static JsonValue shuffled(JsonValue tree, Random random) {
    if (tree instanceof JsonArray items) {
      JsonArray copy = new JsonArray();
      items.forEach(item -> copy.add(shuffled(item, random)));
      return copy;
    }
    if (!(tree instanceof JsonObject object)) {
      return tree;
    }
    List<String> names = new ArrayList<>();
    names.addAll(object.fieldNames());
    Collections.shuffle(names, random);
    JsonObject copy = new JsonObject();
    names.forEach(name -> copy.set(name, shuffled(object.path(name), random)));
    return copy;
  }
}
