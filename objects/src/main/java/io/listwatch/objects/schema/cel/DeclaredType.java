package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.values.NullValue;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a level of a schema is to rules: the type by which they are checked, and the view through
 * which they read a value.
 */
abstract class DeclaredType {
  private final boolean nullable;
  private final Extent extent;

  DeclaredType(boolean nullable, Extent extent) {
    this.nullable = nullable;
    this.extent = extent;
  }

  /** How large its values can be. */
  final Extent extent() {
    return extent;
  }

  /** The type that a rule is compiled with. */
  abstract CelType celType();

  /** A value that is not null, as rules see it. */
  abstract Object viewPresent(JsonValue value);

  /** A value as rules see it; nothing of it is copied. */
  final Object view(JsonValue value) {
    if (!value.isNull()) {
      return viewPresent(value);
    }
    if (nullable) {
      return NullValue.NULL_VALUE;
    }
    throw new RuleFailure("invalid data, got null for schema with nullable=false");
  }

  /** A value of no structure. */
  static final class Scalar extends DeclaredType {
    private final ScalarView view;

    Scalar(boolean nullable, Extent extent, ScalarView view) {
      super(nullable, extent);
      this.view = view;
    }

    @Override
    CelType celType() {
      return view.celType();
    }

    @Override
    Object viewPresent(JsonValue value) {
      return view.of(value);
    }
  }

  /** An object with members of its own names. */
  @SuppressWarnings("Immutable") // Nothing changes once it is built.
  static final class Struct extends DeclaredType {
    private final StructType celType;
    private final Map<String, Member> byIdentifier = new HashMap<>();
    private final Map<String, DeclaredType> byName;

    /**
     * What an object is to rules.
     *
     * @param typeName unique within the schema, and nothing that a rule can spell
     */
    Struct(boolean nullable, Extent extent, String typeName, Map<String, DeclaredType> members) {
      super(nullable, extent);
      this.byName = members;
      members.forEach(
          (name, type) -> {
            String identifier = FieldNames.escape(name);
            if (identifier != null) {
              byIdentifier.put(identifier, new Member(name, type));
            }
            if (FieldNames.isReserved(name)) {
              byIdentifier.put(name, new Member(name, type));
            }
          });
      this.celType =
          StructType.create(
              typeName,
              ImmutableSet.copyOf(byIdentifier.keySet()),
              field -> Optional.ofNullable(byIdentifier.get(field)).map(m -> m.type().celType()));
    }

    @Override
    StructType celType() {
      return celType;
    }

    @Override
    Object viewPresent(JsonValue value) {
      if (!value.isObject()) {
        throw new RuleFailure(
            "invalid data, expected a map for the provided schema with type=object");
      }
      return new ObjectView(value, this);
    }

    /** By the identifier that rules use. */
    @Nullable Member member(String identifier) {
      return byIdentifier.get(identifier);
    }

    /** By the name in JSON, null if rules do not see it. */
    @Nullable DeclaredType memberNamed(String name) {
      return byName.get(name);
    }
  }

  /** A member of an object by its name in JSON. */
  record Member(String name, DeclaredType type) {}

  /** An object whose members are all alike. */
  static final class Dictionary extends DeclaredType {
    private final DeclaredType values;
    private final CelType celType;

    Dictionary(boolean nullable, Extent extent, DeclaredType values) {
      super(nullable, extent);
      this.values = values;
      this.celType = MapType.create(SimpleType.STRING, values.celType());
    }

    DeclaredType values() {
      return values;
    }

    @Override
    CelType celType() {
      return celType;
    }

    @Override
    Object viewPresent(JsonValue value) {
      if (!value.isObject()) {
        throw new RuleFailure(
            "invalid data, expected a map for the provided schema with type=object");
      }
      return new MapView(value, values);
    }
  }

  /** A list. */
  static final class Array extends DeclaredType {
    private final DeclaredType items;
    private final Kind kind;
    private final List<String> keys;
    private final CelType celType;

    Array(boolean nullable, Extent extent, DeclaredType items, Kind kind, List<String> keys) {
      super(nullable, extent);
      this.items = items;
      this.kind = kind;
      this.keys = List.copyOf(keys);
      this.celType = ListType.create(items.celType());
    }

    DeclaredType items() {
      return items;
    }

    Kind kind() {
      return kind;
    }

    /** What tells an element from others, in a list that is a map. */
    List<JsonValue> key(JsonValue element) {
      var key = new ArrayList<JsonValue>(keys.size());
      for (String name : keys) {
        key.add(element.path(name));
      }
      return key;
    }

    /** The same of an element as rules see it. */
    Object keyOfView(Object element) {
      return element instanceof ObjectView view ? key(view.node()) : Equality.key(element);
    }

    @Override
    CelType celType() {
      return celType;
    }

    @Override
    Object viewPresent(JsonValue value) {
      if (!value.isArray()) {
        throw new RuleFailure(
            "invalid data, expected an array for the provided schema with type=array");
      }
      return new ListView(value, this);
    }

    /** What makes two elements of such lists the same one. */
    enum Kind {
      ATOMIC,
      SET,
      MAP
    }
  }
}
