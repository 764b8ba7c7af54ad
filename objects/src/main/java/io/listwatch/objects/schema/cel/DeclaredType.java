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
 * The CEL type of one level of a schema: rules are type-checked with it, and read JSON values
 * through its view.
 */
abstract class DeclaredType {
  private final boolean nullable;
  private final Extent extent;

  DeclaredType(boolean nullable, Extent extent) {
    this.nullable = nullable;
    this.extent = extent;
  }

  /** Returns the size limits of its values. */
  final Extent extent() {
    return extent;
  }

  /** Returns the type that rules are compiled with. */
  abstract CelType celType();

  /** Returns the CEL view of a value that is not null. */
  abstract Object viewPresent(JsonValue value);

  /** Returns the CEL view of a value, without copying it. */
  final Object view(JsonValue value) {
    if (!value.isNull()) {
      return viewPresent(value);
    }
    if (nullable) {
      return NullValue.NULL_VALUE;
    }
    throw new RuleFailure("invalid data, got null for schema with nullable=false");
  }

  /** A type without members or elements. */
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

  /** An object with declared members. */
  @SuppressWarnings("Immutable") // never changed after construction
  static final class Struct extends DeclaredType {
    private final StructType celType;
    private final Map<String, Member> byIdentifier = new HashMap<>();
    private final Map<String, DeclaredType> byName;

    /**
     * @param typeName unique within the schema, and not a valid identifier in a rule
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

    /** Finds a member by its CEL identifier. */
    @Nullable Member member(String identifier) {
      return byIdentifier.get(identifier);
    }

    /** Finds a member by its JSON name; null if rules cannot see it. */
    @Nullable DeclaredType memberNamed(String name) {
      return byName.get(name);
    }
  }

  /** A member by its JSON name. */
  record Member(String name, DeclaredType type) {}

  /** An object with arbitrary keys, whose values have one type. */
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

    /** Returns the values of the keys of an element, in a list of type {@code map}. */
    List<JsonValue> key(JsonValue element) {
      var key = new ArrayList<JsonValue>(keys.size());
      for (String name : keys) {
        key.add(element.path(name));
      }
      return key;
    }

    /** Like {@link #key}, for the CEL view of an element. */
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

    /**
     * The list type ({@code x-kubernetes-list-type}), which decides when two elements are the same.
     */
    enum Kind {
      ATOMIC,
      SET,
      MAP
    }
  }
}
