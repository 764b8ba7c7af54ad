package io.listwatch.following.table;

import static java.util.stream.Collectors.joining;

import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.golang.GoType;
import io.listwatch.following.golang.Markers;
import java.util.Comparator;
import java.util.List;

/**
 * A JSON member of a type: a field of the type, or of a struct that it embeds inline.
 *
 * @param struct the struct that declares the field
 * @param numbers protobuf field numbers from the outermost message inwards; empty if protobuf does
 *     not have the member
 * @param embedding names of the embedded structs that lead to the field, outermost first
 */
record Member(String struct, FieldFacts field, List<Integer> numbers, List<String> embedding) {
  /** Orders members without a number first, then by their numbers. */
  static final Comparator<Member> BY_NUMBERS =
      Comparator.comparing(Member::numbers, Member::compare);

  Member {
    numbers = List.copyOf(numbers);
    embedding = List.copyOf(embedding);
  }

  private static int compare(List<Integer> one, List<Integer> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      if (!one.get(i).equals(other.get(i))) {
        return Integer.compare(one.get(i), other.get(i));
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  String name() {
    return jsonParts().get(0);
  }

  boolean leavesOut(String what) {
    return jsonParts().contains("omit" + what);
  }

  private List<String> jsonParts() {
    return List.of(field.json().split(",", -1));
  }

  /** Returns the numbers as in {@code 2.1}, or {@code 0} without numbers. */
  String number() {
    return numbers.isEmpty() ? "0" : numbers.stream().map(String::valueOf).collect(joining("."));
  }

  GoType type() {
    return field.type();
  }

  boolean has(String marker) {
    return Markers.has(field.markers(), marker);
  }

  /** Returns a marker's value; empty if the member does not have the marker. */
  String marker(String name) {
    return Markers.value(field.markers(), name);
  }
}
