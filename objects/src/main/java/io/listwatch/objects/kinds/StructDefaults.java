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
 * The defaults of one type and of the types nested in it: first default values, then the type's
 * rule, then the nested types. Types without any defaults are skipped.
 *
 * <p>Thread-safe. Built once for each type, on first use.
 */
final class StructDefaults implements KindDefaults {
  private static final Map<String, KindDefaults> KNOWN = new ConcurrentHashMap<>();

  private final ObjectSchema schema;
  private final List<Filled> filled = new ArrayList<>();

  /**
   * Members that are resource lists. Their quantities are rounded away from zero to thousandths.
   */
  private final List<String> quantities;

  private final @Nullable KindDefaults rule;

  /** Null until first used, because types can be recursive. Racing threads compute equal lists. */
  private volatile @Nullable List<Inner> inner;

  private StructDefaults(ObjectSchema schema) {
    this.schema = schema;
    this.rule = DefaultRules.of(schema.name());
    this.quantities = quantities(schema);
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
      return false; // recursive type: the outer call decides
    }
    if (DefaultRules.of(schema.name()) != null
        || !values(schema).isEmpty()
        || !quantities(schema).isEmpty()) {
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
      // An empty value is left out anyway, so it needs no default.
      if (value != null && (field.pointer() || !isZero(JsonTrees.read(value)))) {
        values.put(field.name(), JsonTrees.read(value));
      }
    }
    values.putAll(DefaultsTable.load().of(schema.name()));
    return values;
  }

  private static List<String> quantities(ObjectSchema schema) {
    if (schema.name().startsWith("resource/")) {
      return List.of(); // device capacities are not rounded
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
    for (String name : quantities) {
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

  private static JsonValue rounded(JsonValue quantity) {
    String text = quantity.asText();
    String whole = Quantities.wholeMilli(text);
    return whole.equals(text) ? quantity : JsonValue.of(whole);
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

  /** True for null and for Go's zero values. */
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

  /**
   * A member with a default value. If the Go field is not a pointer, an empty value counts as
   * absent.
   */
  private record Filled(String name, boolean pointer, JsonValue value) {
    void fill(JsonObject object) {
      JsonValue given = object.get(name);
      boolean absent = pointer ? given == null || given.isNull() : isZero(given);
      if (absent) {
        object.set(name, value.deepCopy());
      }
    }
  }

  /** A member whose type has defaults. */
  private record Inner(String name, ValueSchema type, KindDefaults defaults) {}
}
