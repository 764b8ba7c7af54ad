package io.listwatch.following.table;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.Facts.ServedResource;
import io.listwatch.following.facts.Facts.Subresource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes {@code resources.txt}. Names, scope, verbs and subresources come from discovery. The rest
 * is kept by hand: traits, the storage version, deprecations, field selectors and columns.
 */
final class ResourcesTable implements Table {
  private static final List<String> ALL_VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  /** Lines that are kept by hand, in their order: those before the verbs, and those after. */
  private static final List<String> KEPT_FIRST =
      List.of(
          "  traits ",
          "  names ",
          "  etcd ",
          "  unenforced ",
          "  template ",
          "  unattended ",
          "  deprecated ");

  private static final List<String> KEPT_LAST = List.of("  stored ", "  renamed ", "  fields ");

  @Override
  public List<String> make(Facts facts, List<String> current) {
    Map<String, List<String>> kept = resources(current);
    var lines = new ArrayList<String>();
    String apiVersion = "";
    for (ServedResource resource : facts.resources()) {
      if (!resource.apiVersion().equals(apiVersion)) {
        apiVersion = resource.apiVersion();
        lines.add("");
        lines.add(apiVersion);
      }
      List<String> byHand = kept.getOrDefault(apiVersion + " " + resource.plural(), List.of());
      addResource(lines, resource, byHand);
    }
    return lines;
  }

  /** Returns the indented lines of each resource, by group version and plural. */
  private static Map<String, List<String>> resources(List<String> lines) {
    var resources = new LinkedHashMap<String, List<String>>();
    String apiVersion = "";
    List<String> below = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(" ")) {
        below.add(line);
      } else if (line.contains(" ")) {
        below = new ArrayList<>();
        resources.put(apiVersion + " " + line.substring(0, line.indexOf(' ')), below);
      } else if (!line.isEmpty()) {
        apiVersion = line;
      }
    }
    return resources;
  }

  private static void addResource(
      List<String> lines, ServedResource resource, List<String> byHand) {
    lines.add(
        String.join(
            " ",
            resource.plural(),
            resource.kind(),
            resource.namespaced() ? "namespaced" : "cluster",
            commas(resource.shortNames()),
            commas(resource.categories())));
    KEPT_FIRST.forEach(start -> keep(lines, byHand, start));
    if (!resource.verbs().equals(ALL_VERBS)) {
      lines.add("  verbs " + commas(resource.verbs()));
    }
    KEPT_LAST.forEach(start -> keep(lines, byHand, start));
    resource.subresources().forEach(each -> lines.add(line(resource, each)));
    keep(lines, byHand, "  | ");
  }

  private static void keep(List<String> lines, List<String> byHand, String start) {
    byHand.stream().filter(line -> line.startsWith(start)).forEach(lines::add);
  }

  private static String line(ServedResource resource, Subresource each) {
    String line = "  /" + each.name() + " " + commas(each.verbs());
    if (!each.apiVersion().isEmpty()) {
      return line + " " + each.apiVersion() + " " + each.kind();
    }
    return each.kind().equals(resource.kind()) ? line : line + " " + each.kind();
  }

  private static String commas(List<String> words) {
    return words.isEmpty() ? "-" : String.join(",", words);
  }

  @Override
  public Map<String, String> entries(List<String> lines) {
    var entries = new LinkedHashMap<String, String>();
    String apiVersion = "";
    String resource = "";
    for (String line : lines) {
      if (line.startsWith(" ")) {
        entries.put(resource + line, "");
      } else if (line.contains(" ")) {
        resource = apiVersion + " " + line.substring(0, line.indexOf(' '));
        entries.put(resource, line);
      } else if (!line.isEmpty()) {
        apiVersion = line;
      }
    }
    return entries;
  }
}
