package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a value: its shape, what is inside it, and how it is shared between owners.
 * Built-in kinds and the structural schemas of custom ones are asked the same questions.
 *
 * <p>Immutable, or looks so.
 */
public interface Schema {
  /** What a value may look like. */
  enum Shape {
    /** An object with declared members. */
    STRUCT,
    /** An object whose keys are the user's. */
    MAP,
    LIST,
    SCALAR,
    /** Not known: the value itself says. */
    ANY
  }

  /** What a scalar may be. */
  enum ScalarType {
    TEXT,
    NUMBER,
    BOOLEAN,
    ANY
  }

  /** How several owners share a list. */
  enum ListType {
    /** Not at all: it has one owner. */
    ATOMIC,
    /** Each value has its owner, and is there once. */
    SET,
    /** Each item has its owner, and is told apart by the members named as {@link #keys}. */
    MAP
  }

  Shape shape();

  /** Whether a struct or a map has one owner as a whole. */
  default boolean atomic() {
    return false;
  }

  /** What is known about a member of a struct, or about each value of a map; null if nothing. */
  default @Nullable Schema member(String name) {
    return null;
  }

  /** Whether a struct has a member of this name; what else it may have is the user's own. */
  default boolean declares(String name) {
    return shape() == Shape.STRUCT && member(name) != null;
  }

  /** What stands for a member of an item that is absent; null if nothing does. */
  default @Nullable JsonValue defaultOf(String name) {
    return null;
  }

  default ScalarType scalarType() {
    return ScalarType.ANY;
  }

  /** What is known about the items of a list. */
  default Schema item() {
    return Schema.unknown();
  }

  default ListType listType() {
    return ListType.ATOMIC;
  }

  /** The members that tell the items of a list apart. */
  default List<String> keys() {
    return List.of();
  }

  /** Nothing is known: objects are shared member by member, lists have one owner. */
  static Schema unknown() {
    return UnknownSchema.INSTANCE;
  }
}
