package io.listwatch.objects.apply;

import io.listwatch.objects.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A random schema, with everything that a schema can declare.
 *
 * @param members of a struct; of a map only one, for all
 */
record SchemaUnderTest(
    Shape shape,
    boolean atomic,
    Map<String, Schema> members,
    Schema item,
    ListType listType,
    List<String> keys)
    implements Schema {
  static final Schema TEXT = scalar();

  private static final int DEEPEST = 3;

  /** Returns a schema with a struct as its root, as all kinds have. */
  static Schema root(Random random) {
    return struct(random, 0, false);
  }

  private static Schema any(Random random, int depth) {
    if (depth >= DEEPEST) {
      return random.nextInt(3) == 0 ? set() : TEXT;
    }
    return switch (random.nextInt(8)) {
      case 0, 1 -> struct(random, depth + 1, random.nextInt(5) == 0);
      case 2 -> map(any(random, depth + 1), random.nextInt(5) == 0);
      case 3, 4 -> keyed(random, depth + 1);
      case 5 -> set();
      case 6 -> random.nextBoolean() ? list(any(random, depth + 1)) : Schema.unknown();
      default -> TEXT;
    };
  }

  static Schema struct(Map<String, Schema> members) {
    return new SchemaUnderTest(
        Shape.STRUCT, false, members, Schema.unknown(), ListType.ATOMIC, List.of());
  }

  private static Schema struct(Random random, int depth, boolean atomic) {
    Map<String, Schema> members = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "c")) {
      members.put(name, any(random, depth));
    }
    return new SchemaUnderTest(
        Shape.STRUCT, atomic, members, Schema.unknown(), ListType.ATOMIC, List.of());
  }

  static Schema map(Schema value, boolean atomic) {
    return new SchemaUnderTest(
        Shape.MAP, atomic, Map.of("", value), Schema.unknown(), ListType.ATOMIC, List.of());
  }

  private static Schema keyed(Random random, int depth) {
    Map<String, Schema> members = new LinkedHashMap<>();
    members.put("k", TEXT);
    members.put("v", any(random, depth));
    return keyed(struct(members), "k");
  }

  static Schema keyed(Schema item, String... keys) {
    return new SchemaUnderTest(Shape.LIST, false, Map.of(), item, ListType.MAP, List.of(keys));
  }

  static Schema set() {
    return new SchemaUnderTest(Shape.LIST, false, Map.of(), TEXT, ListType.SET, List.of());
  }

  static Schema list(Schema item) {
    return new SchemaUnderTest(Shape.LIST, false, Map.of(), item, ListType.ATOMIC, List.of());
  }

  private static Schema scalar() {
    return new SchemaUnderTest(
        Shape.SCALAR, false, Map.of(), Schema.unknown(), ListType.ATOMIC, List.of());
  }

  @Override
  public @Nullable Schema member(String name) {
    return shape == Shape.MAP ? members.get("") : members.get(name);
  }
}
