package io.listwatch.following.table;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.facts.OpaqueTypes;
import io.listwatch.following.golang.GoType;
import io.listwatch.following.golang.Markers;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The types of the facts as JSON sees them: without embedded structs, with named types resolved.
 */
final class TypeGraph {
  private final SortedMap<String, TypeFacts> types;

  TypeGraph(Facts facts) {
    this.types = facts.types();
  }

  /** Returns the names of all structs, except those that occur only embedded in others. */
  SortedSet<String> objectTypes() {
    var names = new TreeSet<String>();
    types.values().stream().filter(TypeFacts::isStruct).map(TypeFacts::name).forEach(names::add);
    names.removeAll(onlyEmbedded());
    return names;
  }

  private SortedSet<String> onlyEmbedded() {
    var embedded = new TreeSet<String>();
    var used = new TreeSet<String>();
    for (TypeFacts type : types.values()) {
      if (!type.isStruct()) {
        used.add(type.underlying().innermost().text());
      }
      for (FieldFacts field : type.fields()) {
        (isInline(field) ? embedded : used).add(field.type().innermost().text());
      }
    }
    embedded.removeAll(used);
    return embedded;
  }

  private static boolean isInline(FieldFacts field) {
    return field.name().isEmpty() && (field.json().isEmpty() || field.json().startsWith(","));
  }

  /** Returns the declaration of a type, or null for Go's predeclared types and for opaque ones. */
  @Nullable TypeFacts find(GoType type) {
    return OpaqueTypes.contains(type.text()) ? null : types.get(type.text());
  }

  /** Returns the members of a struct in the order of their protobuf numbers. */
  List<Member> members(String struct) {
    return reach(struct, List.of(), List.of()).sorted(Member.BY_NUMBERS).toList();
  }

  private Stream<Member> reach(String struct, List<Integer> numbers, List<String> embedding) {
    TypeFacts type = types.get(struct);
    if (type == null) {
      throw new IllegalArgumentException("type: %s (expected: one of the facts)".formatted(struct));
    }
    return type.fields().stream().flatMap(field -> reach(struct, field, numbers, embedding));
  }

  private Stream<Member> reach(
      String struct, FieldFacts field, List<Integer> outer, List<String> embedding) {
    List<Integer> numbers = numbers(field, outer);
    if (!isInline(field)) {
      return Stream.of(new Member(struct, field, numbers, embedding));
    }
    String embedded = field.type().innermost().text();
    if (numbers.isEmpty()) {
      // Protobuf has no TypeMeta in the message: it is in the envelope.
      return reach(embedded, List.of(), List.of())
          .map(member -> new Member(embedded, member.field(), List.of(), List.of()));
    }
    var path = new ArrayList<>(embedding);
    path.add(embedded.substring(embedded.lastIndexOf('.') + 1));
    return reach(embedded, numbers, path);
  }

  private List<Integer> numbers(FieldFacts field, List<Integer> outer) {
    if (field.number().isEmpty()) {
      return List.of();
    }
    var numbers = new ArrayList<>(outer);
    numbers.add(Integer.valueOf(field.number()));
    if (!isInline(field) && isMessage(field.type())) {
      numbers.add(1);
    }
    return numbers;
  }

  /**
   * True if protobuf wraps the type in a message with one member, as it does for a named list that
   * can be null.
   */
  private boolean isMessage(GoType type) {
    TypeFacts named = find(type);
    return named != null && Markers.has(named.markers(), "protobuf.nullable");
  }

  /** Returns the type in the notation of the table of types. */
  String resolve(GoType type) {
    if (type.isPointer()) {
      return "*" + resolve(type.element());
    }
    if (type.isList()) {
      return type.element().text().equals("byte") ? "bytes" : "[]" + resolve(type.element());
    }
    if (type.isMap()) {
      return "{}" + resolve(type.element());
    }
    TypeFacts named = find(type);
    if (named == null) {
      return type.text().equals("float64") ? "double" : OpaqueTypes.tableName(type.text());
    }
    return named.isStruct() ? named.name() : resolve(named.underlying());
  }
}
