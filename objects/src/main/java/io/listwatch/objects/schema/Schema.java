package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value: its shape, its members or items, and how server-side apply merges it.
 * Implemented by built-in types and by the structural schemas of custom resources.
 *
 * <p>Immutable, apart from lazy caches.
 */
public interface Schema {
  enum Shape {
    /** An object with declared members. */
    STRUCT,
    /** An object with arbitrary keys. */
    MAP,
    LIST,
    SCALAR,
    /** Unknown: the value determines the shape. */
    ANY
  }

  enum ScalarType {
    TEXT,
    NUMBER,
    BOOLEAN,
    ANY
  }

  /** The merge type of a list ({@code x-kubernetes-list-type}). */
  enum ListType {
    /** One manager owns the list as a whole. */
    ATOMIC,
    /** Each value is unique and has its own owner. */
    SET,
    /** Each item is identified by the members {@link #keys} and has its own owner. */
    MAP
  }

  Shape shape();

  /** True if one manager owns a struct or map as a whole. */
  default boolean atomic() {
    return false;
  }

  /** Returns the type of a struct's member or of a map's values; null if it is unknown. */
  default @Nullable Schema member(String name) {
    return null;
  }

  /** True if a struct declares the member; other members are treated like map entries. */
  default boolean declares(String name) {
    return shape() == Shape.STRUCT && member(name) != null;
  }

  /** Returns the default of an item's key; null if it has none. */
  default @Nullable JsonValue defaultOf(String name) {
    return null;
  }

  default ScalarType scalarType() {
    return ScalarType.ANY;
  }

  /** Returns the type of a list's items. */
  default Schema item() {
    return Schema.unknown();
  }

  default ListType listType() {
    return ListType.ATOMIC;
  }

  /** Returns the names of the members that identify a list's items. */
  default List<String> keys() {
    return List.of();
  }

  /** Returns the schema of untyped values: granular objects, atomic lists. */
  static Schema unknown() {
    return UnknownSchema.INSTANCE;
  }
}
