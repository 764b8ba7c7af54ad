package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Quantities;
import io.listwatch.objects.schema.ValueSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is filled into objects of one type, and into what is inside of them: first the members that
 * have a value of their own, then what a rule says about the type, then the same one level below.
 * Types in which there is nothing to fill are not visited.
 *
 * <p>Thread-safe. Worked out once for each type, when an object of it is first seen.
 */
final class StructDefaults implements KindDefaults {
  private static final Map<String, KindDefaults> KNOWN = new ConcurrentHashMap<>();

  private final ObjectSchema schema;
  private final List<Filled> filled = new ArrayList<>();

  /** Members with amounts of resources, of which there are no smaller parts than thousandths. */
  private final List<String> amounts;

  private final @Nullable KindDefaults rule;

  /** Null until asked for, for types may be inside themselves. Two threads find the same. */
  private volatile @Nullable List<Inner> inner;

  private StructDefaults(ObjectSchema schema) {
    this.schema = schema;
    this.rule = DefaultRules.of(schema.name());
    this.amounts = amounts(schema);
    values(schema).forEach(this::add);
  }

  static KindDefaults of(ObjectSchema schema) {
    KindDefaults known = KNOWN.get(schema.name());
    if (known != null) {
      return known;
    }
    KindDefaults made = hasDefaults(schema, new HashSet<>()) ? new StructDefaults(schema) : NONE;
    KindDefaults first = KNOWN.putIfAbsent(schema.name(), made);
    return first == null ? made : first;
  }

  private static boolean hasDefaults(ObjectSchema schema, Set<String> seen) {
    if (!seen.add(schema.name())) {
      return false; // whoever saw it first asks
    }
    if (DefaultRules.of(schema.name()) != null
        || !values(schema).isEmpty()
        || !amounts(schema).isEmpty()) {
      return true;
    }
    return schema.fields().stream()
        .map(field -> struct(field.type()))
        .anyMatch(struct -> struct != null && hasDefaults(struct, seen));
  }

  private static Map<String, JsonValue> values(ObjectSchema schema) {
    var values = new LinkedHashMap<String, JsonValue>();
    for (FieldSchema field : schema.fields()) {
      String value = field.defaultValue();
      // What is empty anyway need not be filled with nothing.
      if (value != null && (field.pointer() || !isZero(JsonTrees.read(value)))) {
        values.put(field.name(), JsonTrees.read(value));
      }
    }
    values.putAll(DefaultsTable.load().of(schema.name()));
    return values;
  }

  private static List<String> amounts(ObjectSchema schema) {
    if (schema.name().startsWith("resource/")) {
      return List.of(); // devices have capacities of any kind
    }
    return schema.fields().stream()
        .filter(field -> field.type() instanceof MapOf map && map.value() == Scalar.QUANTITY)
        .map(FieldSchema::name)
        .toList();
  }

  private static @Nullable ObjectSchema struct(ValueSchema type) {
    if (type instanceof ListOf list) {
      return struct(list.item());
    }
    if (type instanceof MapOf map) {
      return struct(map.value());
    }
    return type instanceof ObjectSchema struct ? struct : null;
  }

  private void add(String name, JsonValue value) {
    FieldSchema field = schema.field(name);
    if (field == null) {
      throw new IllegalStateException(
          "member: %s.%s (expected: one of the type's)".formatted(schema.name(), name));
    }
    filled.add(new Filled(name, field.pointer(), value));
  }

  @Override
  public void fill(JsonObject object) {
    for (Filled each : filled) {
      each.fill(object);
    }
    for (String name : amounts) {
      if (object.get(name) instanceof JsonObject given) {
        given.properties().forEach(each -> each.setValue(rounded(each.getValue())));
      }
    }
    if (rule != null) {
      rule.fill(object);
    }
    for (Inner each : inner()) {
      fillAll(object.get(each.name()), each.type(), each.defaults());
    }
  }

  private static JsonValue rounded(JsonValue amount) {
    String text = amount.asText();
    String whole = Quantities.wholeMilli(text);
    return whole.equals(text) ? amount : JsonValue.of(whole);
  }

  private List<Inner> inner() {
    List<Inner> known = inner;
    if (known == null) {
      known = new ArrayList<>();
      for (FieldSchema field : schema.fields()) {
        ObjectSchema struct = struct(field.type());
        KindDefaults defaults = struct == null ? NONE : of(struct);
        if (defaults != NONE) {
          known.add(new Inner(field.name(), field.type(), defaults));
        }
      }
      inner = known;
    }
    return known;
  }

  private static void fillAll(@Nullable JsonValue value, ValueSchema type, KindDefaults defaults) {
    if (value == null) {
      return;
    }
    if (type instanceof ListOf list && value.isArray()) {
      value.forEach(item -> fillAll(item, list.item(), defaults));
    } else if (type instanceof MapOf map && value.isObject()) {
      value.forEach(member -> fillAll(member, map.value(), defaults));
    } else if (type instanceof ObjectSchema && value instanceof JsonObject object) {
      defaults.fill(object);
    }
  }

  /** Whether a value is what stands for none where there are no pointers. */
  private static boolean isZero(@Nullable JsonValue value) {
    if (value == null || value.isNull()) {
      return true;
    }
    return switch (value.type()) {
      case STRING -> value.textValue().isEmpty();
      case NUMBER -> value.doubleValue() == 0;
      case BOOLEAN -> !value.booleanValue();
      default -> value.isEmpty();
    };
  }

  /** A member that has a value of its own. Without a pointer, an empty one was left out, too. */
  private record Filled(String name, boolean pointer, JsonValue value) {
    void fill(JsonObject object) {
      JsonValue given = object.get(name);
      boolean absent = pointer ? given == null || given.isNull() : isZero(given);
      if (absent) {
        object.set(name, value.deepCopy());
      }
    }
  }

  /** A member in which there is something to fill. */
  private record Inner(String name, ValueSchema type, KindDefaults defaults) {}
}
