package io.listwatch.objects.kinds;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.ResourceRow.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Parses {@code resources.txt}. The head of that file describes its syntax.
 *
 * <p>Not thread-safe; reads one file.
 */
public final class ResourceRows {
  private static final String FILE = "resources.txt";

  /** The verbs of resources for which the file does not list any. */
  private static final List<Verb> ALL_VERBS =
      Stream.of(Verb.values()).sorted(Comparator.comparing(Verb::word)).toList();

  private final List<ResourceRow> rows = new ArrayList<>();
  private String apiVersion = "";

  /** The words of the first line of the current resource; empty before the first resource. */
  private List<String> head = List.of();

  private List<Verb> verbs = ALL_VERBS;
  private String stored = "";
  private List<String> fields = List.of();
  private String deprecation = "";
  private TraitsReader traits = new TraitsReader("");
  private final List<Part> parts = new ArrayList<>();
  private final List<String> columns = new ArrayList<>();

  private ResourceRows() {}

  /** Returns all built-in resources, in the order of discovery. */
  public static List<ResourceRow> load() {
    try (InputStream in = ResourceRows.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      return new ResourceRows().read(new String(in.readAllBytes(), UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private List<ResourceRow> read(String text) {
    text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(this::readLine);
    finish();
    return List.copyOf(rows);
  }

  private void readLine(String line) {
    List<String> words = List.of(line.strip().split(" ", -1));
    if (line.startsWith("  |")) {
      columns.add(line.strip().substring(2));
    } else if (line.startsWith("  /")) {
      parts.add(part(words));
    } else if (line.startsWith("  ")) {
      readMember(words);
    } else {
      finish();
      if (words.size() == 1) {
        apiVersion = line;
      } else {
        head = words;
        traits = new TraitsReader(words.get(0));
      }
    }
  }

  private void readMember(List<String> words) {
    switch (words.get(0)) {
      case "verbs" -> verbs = verbs(words.get(1));
      case "stored" -> stored = words.get(1);
      case "fields" -> fields = words.subList(1, words.size());
      case "deprecated" ->
          deprecation = "%s %s is %s".formatted(apiVersion, head.get(1), String.join(" ", words));
      default -> traits.read(words.get(0), words.subList(1, words.size()));
    }
  }

  private Part part(List<String> words) {
    boolean ownVersion = words.size() < 4;
    return new Part(
        words.get(0).substring(1),
        GroupVersion.of(ownVersion ? "" : words.get(2)),
        words.size() < 3 ? head.get(1) : words.get(words.size() - 1),
        verbs(words.get(1)));
  }

  private void finish() {
    if (head.isEmpty()) {
      return;
    }
    ResourceType type = type(apiVersion);
    rows.add(
        new ResourceRow(
            type,
            stored.isEmpty() ? type : type(stored),
            commas(head.get(3)),
            commas(head.get(4)),
            verbs,
            parts,
            fields,
            columns,
            deprecation,
            traits.traits()));
    head = List.of();
    verbs = ALL_VERBS;
    stored = "";
    fields = List.of();
    deprecation = "";
    parts.clear();
    columns.clear();
  }

  private ResourceType type(String version) {
    return head.get(2).equals("namespaced")
        ? ResourceType.namespaced(version, head.get(1), head.get(0))
        : ResourceType.cluster(version, head.get(1), head.get(0));
  }

  private static List<Verb> verbs(String words) {
    return commas(words).stream().map(Verb::of).toList();
  }

  private static List<String> commas(String words) {
    return words.equals("-") ? List.of() : List.of(words.split(",", -1));
  }
}
