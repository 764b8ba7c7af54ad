package io.listwatch.following.table;

import static java.util.function.Predicate.not;

import io.listwatch.following.facts.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A table and its file. The file begins with a head of comment lines. Only the version of
 * Kubernetes in the head is rewritten.
 *
 * @param path in the tree of this project
 */
public record TableFile(String path, Table table) {
  private static final Pattern VERSION = Pattern.compile("Kubernetes \\d+\\.\\d+");

  private static final String OBJECTS = "objects/src/main/resources/io/listwatch/objects/";
  private static final String SERVER = "server/src/main/resources/io/listwatch/server/";

  /** Returns all files that are made from the facts. */
  public static List<TableFile> all() {
    return List.of(
        new TableFile(OBJECTS + "schema/built-in-types.txt", new BuiltInTypesTable()),
        new TableFile(OBJECTS + "schema/go-names.txt", new GoNamesTable()),
        new TableFile(SERVER + "registry/openapi/unions.txt", new UnionsTable()),
        new TableFile(OBJECTS + "kinds/kind-defaults.txt", new KindDefaultsTable()),
        new TableFile(OBJECTS + "kinds/resources.txt", new ResourcesTable()));
  }

  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * Makes the file's content.
   *
   * @param current the current content
   */
  public String make(Facts facts, String current) {
    var lines = new ArrayList<String>();
    String version = "Kubernetes " + minor(facts.kubernetes());
    current
        .lines()
        .takeWhile(TableFile::isHead)
        .map(line -> VERSION.matcher(line).replaceAll(version))
        .forEach(lines::add);
    lines.addAll(table.make(facts, body(current)));
    return String.join("\n", lines) + "\n";
  }

  /** Returns {@code 1.36} for {@code v1.36.4}. */
  private static String minor(String version) {
    String[] parts = version.replaceFirst("^v", "").split("\\.", 3);
    return parts[0] + "." + parts[1];
  }

  /** Returns the statements in a version of this file; see {@link Table#entries}. */
  public Map<String, String> entries(String text) {
    return table.entries(body(text));
  }

  private static List<String> body(String text) {
    return text.lines().filter(not(TableFile::isHead)).toList();
  }

  private static boolean isHead(String line) {
    return line.startsWith("#");
  }
}
