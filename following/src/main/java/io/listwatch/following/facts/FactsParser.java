package io.listwatch.following.facts;

import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.ServedResource;
import io.listwatch.following.facts.Facts.ServedVersion;
import io.listwatch.following.facts.Facts.Subresource;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoType;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Parses the format that {@link FactsFile} writes.
 *
 * <p>Not thread-safe; one instance parses one file.
 */
public final class FactsParser {
  private String kubernetes = "";
  private final List<ServedVersion> versions = new ArrayList<>();
  private final List<ServedResource> resources = new ArrayList<>();
  private final TreeMap<String, TypeFacts> types = new TreeMap<>();
  private final TreeMap<String, SortedMap<String, String>> defaults = new TreeMap<>();
  private final TreeMap<String, SortedMap<String, String>> functions = new TreeMap<>();

  private FactsParser() {}

  /**
   * Parses facts.
   *
   * @throws IllegalArgumentException if a line is not in the format of {@link FactsFile}
   */
  public static Facts parse(String text) {
    return new FactsParser().read(text.lines().filter(line -> !line.startsWith("#")).toList());
  }

  private Facts read(List<String> lines) {
    for (int start = 0; start < lines.size(); ) {
      int end = start + 1;
      while (end < lines.size() && lines.get(end).startsWith("\t")) {
        end++;
      }
      readEntry(lines.get(start), lines.subList(start + 1, end));
      start = end;
    }
    return new Facts(kubernetes, versions, resources, types, defaults, functions);
  }

  private void readEntry(String line, List<String> below) {
    List<String> cells = cells(line);
    try {
      switch (cells.get(0)) {
        case "kubernetes" -> kubernetes = cells.get(1);
        case "version" ->
            versions.add(new ServedVersion(cell(cells, 1), cell(cells, 2), cell(cells, 3)));
        case "resource" -> resources.add(resource(cells, below));
        case "defaults" -> defaults.put(cells.get(1), values(below));
        case "functions" -> functions.put(cells.get(1), values(below));
        case "type" -> types.put(cells.get(1), type(cells, below));
        default ->
            throw new IllegalArgumentException("line: " + line + " (expected: see its head)");
      }
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("line: " + line + " (expected: more cells)", e);
    }
  }

  private static ServedResource resource(List<String> cells, List<String> below) {
    return new ServedResource(
        cell(cells, 1),
        cell(cells, 2),
        cell(cells, 3),
        cell(cells, 4).equals("namespaced"),
        words(cells, 5),
        words(cells, 6),
        words(cells, 7),
        below.stream().map(FactsParser::cells).map(FactsParser::subresource).toList());
  }

  private static Subresource subresource(List<String> cells) {
    return new Subresource(cell(cells, 1), cell(cells, 2), cell(cells, 3), words(cells, 4));
  }

  private static SortedMap<String, String> values(List<String> below) {
    var values = new TreeMap<String, String>();
    below.stream().map(FactsParser::cells).forEach(cells -> values.put(cells.get(1), cells.get(2)));
    return values;
  }

  private static TypeFacts type(List<String> cells, List<String> below) {
    List<List<String>> lines = below.stream().map(FactsParser::cells).toList();
    return new TypeFacts(
        cells.get(1),
        new GoType(cells.get(2)),
        cells.subList(3, cells.size()),
        lines.stream()
            .filter(FactsParser::isValues)
            .flatMap(line -> line.subList(2, line.size()).stream())
            .toList(),
        lines.stream().filter(line -> !isValues(line)).map(FactsParser::field).toList());
  }

  private static boolean isValues(List<String> cells) {
    return cells.get(1).equals("=");
  }

  private static FieldFacts field(List<String> cells) {
    return new FieldFacts(
        cell(cells, 1),
        new GoType(cell(cells, 2)),
        cell(cells, 3),
        cell(cells, 4),
        cell(cells, 5),
        cells.subList(6, cells.size()));
  }

  private static List<String> cells(String line) {
    return List.of(line.split("\t", -1));
  }

  private static String cell(List<String> cells, int index) {
    String cell = cells.get(index);
    return cell.equals(FactsFile.NONE) ? "" : cell;
  }

  private static List<String> words(List<String> cells, int index) {
    String cell = cell(cells, index);
    return cell.isEmpty() ? List.of() : List.of(cell.split(",", -1));
  }
}
