package io.listwatch.following.table;

import static java.util.stream.Collectors.joining;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoType;
import io.listwatch.following.golang.Markers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Makes {@code built-in-types.txt}; the head of that file describes its columns. The checks of a
 * member are kept by hand. So is the order of an enumeration, as long as its values stay the same.
 */
final class BuiltInTypesTable implements Table {
  private static final int NAME = 2;
  private static final int ENUMERATION = 8;
  private static final int CHECKS = 9;
  private static final String[] NO_ROW = {};

  @Override
  public List<String> make(Facts facts, List<String> current) {
    Map<String, String[]> rows = rows(current);
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
      for (Member member : graph.members(type)) {
        lines.add(line(graph, member, rows.getOrDefault(type + "." + member.name(), NO_ROW)));
      }
    }
    return lines;
  }

  /** Returns the cells of each member's row, by type and member. */
  private static Map<String, String[]> rows(List<String> lines) {
    var rows = new HashMap<String, String[]>();
    String type = "";
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      if (line.startsWith("\t")) {
        rows.put(type + "." + cells[NAME], cells);
      } else {
        type = cells[0];
      }
    }
    return rows;
  }

  private static String cell(String[] row, int index) {
    return index < row.length && !row[index].equals("-") ? row[index] : "";
  }

  private static String line(TypeGraph graph, Member member, String[] row) {
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
                defaultValue(member),
                enumeration(graph, member, cell(row, ENUMERATION)),
                cell(row, CHECKS)));
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

  private static String enumeration(TypeGraph graph, Member member, String current) {
    TypeFacts named = graph.find(member.type().innermost());
    if (named == null || !Markers.has(named.markers(), "enum")) {
      return "";
    }
    List<String> ordered = List.of(current.split(",", -1));
    boolean same = new TreeSet<>(ordered).equals(new TreeSet<>(named.values()));
    return String.join(",", same ? ordered : named.values());
  }

  @Override
  public Map<String, String> entries(List<String> lines) {
    return NestedLines.entries(lines, NAME);
  }
}
