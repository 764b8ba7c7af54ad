package io.listwatch.following.facts;

import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.ServedResource;
import io.listwatch.following.facts.Facts.ServedVersion;
import io.listwatch.following.facts.Facts.Subresource;
import io.listwatch.following.facts.Facts.TypeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes facts in the text format that the head of the file describes. {@link FactsParser} reads it
 * back.
 *
 * <p>The file contains only names, types, tags, numbers and digests, no text from Kubernetes'
 * sources.
 */
public final class FactsFile {
  static final String NONE = "-";

  private static final List<String> HEAD =
      List.of(
          "# The facts of Kubernetes that the server's tables are made from.",
          "# Written by .build/follow-kubernetes; see docs/following.md.",
          "#",
          "# Cells are separated by tabs; - is an empty one.",
          "#   kubernetes  the version that was read",
          "#   version     group, version, package of its kinds",
          "#   resource    group version, plural, kind, scope, short names, categories, verbs;"
              + " below it its",
          "#               subresources: name, group version of the kind if it is another one,"
              + " kind, verbs",
          "#   defaults    a type; below it members and the values that stand for them when they"
              + " are absent, as JSON",
          "#   functions   a file; below it its functions that hand-written rules follow: name,"
              + " digest",
          "#   type        name, underlying type, markers; below it",
          "#               = and the values of its constants, or",
          "#               its fields: name, type, JSON tag, protobuf number, patch"
              + " strategies:merge key, markers");

  private FactsFile() {}

  public static String write(Facts facts) {
    var lines = new ArrayList<>(HEAD);
    lines.add(line("kubernetes", facts.kubernetes()));
    facts.versions().stream().map(FactsFile::line).forEach(lines::add);
    facts.resources().forEach(resource -> add(lines, resource));
    facts.defaults().forEach((type, values) -> add(lines, "defaults", type, values));
    facts.functions().forEach((file, digests) -> add(lines, "functions", file, digests));
    facts.types().values().forEach(type -> add(lines, type));
    return String.join("\n", lines) + "\n";
  }

  private static String line(ServedVersion each) {
    return line("version", each.group(), each.version(), each.packageName());
  }

  private static void add(List<String> lines, ServedResource resource) {
    lines.add(
        line(
            "resource",
            resource.apiVersion(),
            resource.plural(),
            resource.kind(),
            resource.namespaced() ? "namespaced" : "cluster",
            commas(resource.shortNames()),
            commas(resource.categories()),
            commas(resource.verbs())));
    for (Subresource each : resource.subresources()) {
      lines.add("\t" + line(each.name(), each.apiVersion(), each.kind(), commas(each.verbs())));
    }
  }

  private static void add(
      List<String> lines, String what, String place, Map<String, String> values) {
    lines.add(line(what, place));
    values.forEach((name, value) -> lines.add("\t" + line(name, value)));
  }

  private static void add(List<String> lines, TypeFacts type) {
    lines.add(line("type", type.name(), type.underlying().text()) + tail(type.markers()));
    if (!type.values().isEmpty()) {
      lines.add("\t=" + tail(type.values()));
    }
    for (FieldFacts each : type.fields()) {
      String field =
          line(each.name(), each.type().text(), each.json(), each.number(), each.patch());
      lines.add("\t" + field + tail(each.markers()));
    }
  }

  private static String line(String... cells) {
    return String.join("\t", Stream.of(cells).map(cell -> cell.isEmpty() ? NONE : cell).toList());
  }

  private static String tail(List<String> cells) {
    return cells.isEmpty() ? "" : "\t" + String.join("\t", cells);
  }

  private static String commas(List<String> words) {
    return String.join(",", words);
  }
}
