package io.listwatch.following.table;

import static java.util.stream.Collectors.joining;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoType;
import io.listwatch.following.golang.Markers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes {@code unions.txt}: the union types, whose members exclude each other. */
final class UnionsTable implements Table {
  @Override
  public List<String> make(Facts facts, List<String> current) {
    var graph = new TypeGraph(facts);
    var lines = new ArrayList<String>();
    for (String type : graph.objectTypes()) {
      TypeFacts declared = graph.find(new GoType(type));
      if (declared != null && Markers.has(declared.markers(), "union")) {
        lines.add(union(type, graph.members(type)));
      }
    }
    return lines;
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
    return String.join("\t", type, discriminator, alternatives);
  }

  @Override
  public Map<String, String> entries(List<String> lines) {
    var entries = new LinkedHashMap<String, String>();
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      entries.put(cells[0], cells[1] + " " + cells[2]);
    }
    return entries;
  }
}
