package io.listwatch.following.table;

import static java.util.stream.Collectors.joining;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoType;
import io.listwatch.following.golang.Markers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes {@code members.txt}: the values of enumerations, and unions. */
final class MembersTable implements Table {
  @Override
  public List<String> make(Facts facts, List<String> current) {
    var graph = new TypeGraph(facts);
    var lines = new ArrayList<String>();
    enums(graph)
        .forEach((values, members) -> lines.add(cells("enum", values, String.join(" ", members))));
    for (String type : graph.objectTypes()) {
      TypeFacts declared = graph.find(new GoType(type));
      if (declared != null && Markers.has(declared.markers(), "union")) {
        lines.add(union(type, graph.members(type)));
      }
    }
    return lines;
  }

  /** The members that can have the same values, by these. */
  private static Map<String, List<String>> enums(TypeGraph graph) {
    var members = new LinkedHashMap<String, List<String>>();
    for (String type : graph.objectTypes()) {
      graph.members(type).stream()
          .sorted(Comparator.comparing(Member::name))
          .forEach(
              member -> {
                TypeFacts named = graph.find(member.type().innermost());
                if (named != null && Markers.has(named.markers(), "enum")) {
                  members
                      .computeIfAbsent(String.join(",", named.values()), x -> new ArrayList<>())
                      .add(type + "." + member.name());
                }
              });
    }
    return members;
  }

  private static String union(String type, List<Member> members) {
    String discriminator =
        members.stream()
            .filter(member -> member.has("unionDiscriminator"))
            .map(Member::name)
            .findFirst()
            .orElse("-");
    String alternatives =
        members.stream()
            .filter(member -> !member.name().equals(discriminator))
            .map(member -> member.name() + "=" + member.field().name())
            .sorted()
            .collect(joining(" "));
    return cells("union", type, discriminator, alternatives);
  }

  private static String cells(String... cells) {
    return String.join("\t", cells);
  }

  @Override
  public Map<String, String> entries(List<String> lines) {
    var entries = new LinkedHashMap<String, String>();
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      if (cells[0].equals("enum")) {
        List.of(cells[2].split(" ", -1)).forEach(member -> entries.put(member, cells[1]));
      } else {
        entries.put("union " + cells[1], cells[2] + " " + cells[3]);
      }
    }
    return entries;
  }
}
