package io.listwatch.following.table;

import static java.util.stream.Collectors.joining;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.golang.GoType;
import io.listwatch.following.golang.Markers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes {@code built-in-types.txt}, whose head says what its columns mean. */
final class BuiltInTypesTable implements Table {
  @Override
  public List<String> make(Facts facts, List<String> current) {
    var lines = new ArrayList<String>();
    facts
        .versions()
        .forEach(
            each ->
                lines.add(
                    String.join("\t", "=", each.group(), each.version(), each.packageName())));
    var graph = new TypeGraph(facts);
    for (String type : graph.objectTypes()) {
      var declared = Objects.requireNonNull(graph.find(new GoType(type)));
      boolean atomic = Markers.value(declared.markers(), "structType").equals("atomic");
      lines.add(atomic ? type + "\tatomic" : type);
      graph.members(type).forEach(member -> lines.add(line(graph, member)));
    }
    return lines;
  }

  private static String line(TypeGraph graph, Member member) {
    var cells =
        new ArrayList<>(
            List.of(
                "",
                member.number(),
                member.name(),
                graph.resolve(member.type()),
                flags(member),
                merge(member),
                member.field().patch(),
                defaultValue(member)));
    while (cells.get(cells.size() - 1).isEmpty()) {
      cells.remove(cells.size() - 1);
    }
    return cells.get(0)
        + cells.stream()
            .skip(1)
            .map(cell -> "\t" + (cell.isEmpty() ? "-" : cell))
            .collect(joining());
  }

  private static String flags(Member member) {
    boolean leftOut = member.leavesOut("empty") || member.leavesOut("zero");
    return (member.leavesOut("empty") ? "o" : "")
        + (member.leavesOut("zero") ? "z" : "")
        + (member.has("required") ? "r" : "")
        + (member.has("optional") && !leftOut ? "p" : "");
  }

  private static String merge(Member member) {
    String list = member.marker("listType");
    if (list.equals("map")) {
      return "map:" + String.join(",", Markers.values(member.field().markers(), "listMapKey"));
    }
    return list + member.marker("mapType") + member.marker("structType");
  }

  private static String defaultValue(Member member) {
    return member.marker("default");
  }

  @Override
  public Map<String, String> entries(List<String> lines) {
    return NestedLines.entries(lines, 2);
  }
}
