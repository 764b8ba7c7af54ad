package io.listwatch.following.table;

import static java.util.Comparator.comparing;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes {@code go-names.txt}: Go type names that cannot be derived from the table of types. */
final class GoNamesTable implements Table {
  @Override
  public List<String> make(Facts facts, List<String> current) {
    var lines = new ArrayList<String>();
    var graph = new TypeGraph(facts);
    for (String type : graph.objectTypes()) {
      var names = new ArrayList<String>();
      List<Member> members = graph.members(type);
      members.stream()
          .filter(member -> !member.numbers().isEmpty() && !member.embedding().isEmpty())
          .map(member -> String.join(".", member.embedding()))
          .max(comparing(String::length))
          .ifPresent(embedding -> names.add("\t\t" + embedding));
      members.stream()
          .sorted(comparing(Member::name))
          .filter(member -> isNamed(graph, member.type()))
          .map(member -> "\t" + member.name() + "\t" + name(member.type()))
          .forEach(names::add);
      if (!names.isEmpty()) {
        lines.add(type);
        lines.addAll(names);
      }
    }
    return lines;
  }

  /** True if the type contains the name of a type other than a struct. */
  private static boolean isNamed(TypeGraph graph, GoType type) {
    if (!type.isName()) {
      return isNamed(graph, type.element()) || (type.isMap() && isNamed(graph, type.key()));
    }
    TypeFacts named = graph.find(type);
    return named != null && !named.isStruct();
  }

  /**
   * Returns the name as in Go's error messages: without pointers, with the last part of the
   * package's name.
   */
  private static String name(GoType type) {
    if (type.isPointer()) {
      return name(type.element());
    }
    if (type.isList()) {
      return "[]" + name(type.element());
    }
    if (type.isMap()) {
      return "map[" + name(type.key()) + "]" + name(type.element());
    }
    return type.text().substring(type.text().lastIndexOf('/') + 1);
  }

  @Override
  public Map<String, String> entries(List<String> lines) {
    return NestedLines.entries(lines, 1);
  }
}
