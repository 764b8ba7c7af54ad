package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A struct type of the built-in kinds, with its members in canonical order. Members are looked up
 * in the type table on first use, because types can be recursive.
 *
 * <p>Thread-safe.
 */
public final class ObjectSchema implements ValueSchema.Struct {
  private final BuiltInTypes types;
  private final String name;
  private final boolean atomic;

  /** Null until first used. Racing threads compute equal values. */
  private volatile @Nullable Fields fields;

  private record Fields(List<FieldSchema> inOrder, Map<String, FieldSchema> byName) {}

  ObjectSchema(BuiltInTypes types, String name, boolean atomic) {
    this.types = types;
    this.name = name;
    this.atomic = atomic;
  }

  /** Returns this type with the merge type that a member declares, atomic or granular. */
  ObjectSchema shared(boolean asOne) {
    return asOne == atomic ? this : new ObjectSchema(types, name, asOne);
  }

  /** Returns package and name, as in {@code core/v1.Pod}. */
  public String name() {
    return name;
  }

  @Override
  public boolean atomic() {
    return atomic;
  }

  /** Returns the members in the order of the API: kind and apiVersion, then by protobuf number. */
  public List<FieldSchema> fields() {
    return known().inOrder();
  }

  public @Nullable FieldSchema field(String field) {
    return known().byName().get(field);
  }

  @Override
  public @Nullable Schema member(String field) {
    FieldSchema schema = field(field);
    return schema == null ? null : schema.type();
  }

  /** Returns the default in the type table, or the zero value of a member that is never absent. */
  @Override
  public @Nullable JsonValue defaultOf(String field) {
    FieldSchema schema = field(field);
    if (schema == null) {
      return null;
    }
    String given = schema.defaultValue();
    if (given != null) {
      return JsonTrees.read(given);
    }
    return schema.pointer() || schema.omitEmpty() ? null : zero(schema.type().scalarType());
  }

  private static @Nullable JsonValue zero(ScalarType type) {
    return switch (type) {
      case TEXT -> JsonValue.of("");
      case NUMBER -> JsonValue.of(0);
      case BOOLEAN -> JsonValue.of(false);
      case ANY -> null;
    };
  }

  private Fields known() {
    Fields known = fields;
    if (known == null) {
      List<FieldSchema> inOrder = types.fieldsOf(name);
      Map<String, FieldSchema> byName = new HashMap<>(2 * inOrder.size());
      inOrder.forEach(field -> byName.put(field.name(), field));
      known = new Fields(inOrder, byName);
      fields = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return name;
  }
}
