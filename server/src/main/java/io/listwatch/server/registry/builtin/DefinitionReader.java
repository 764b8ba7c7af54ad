package io.listwatch.server.registry.builtin;

import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.model.SelectableFields;
import io.listwatch.model.SelectableFields.Field;
import io.listwatch.server.registry.CustomContent;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.TableColumns;
import io.listwatch.server.registry.TableColumns.Column;
import io.listwatch.server.registry.Verb;
import io.listwatch.server.registry.strategy.BuiltInKinds;
import io.listwatch.server.registry.table.ComputedColumns;
import io.listwatch.server.registry.table.PlainColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads definitions from the lines of {@code resources.txt}, whose head says how they are written.
 *
 * <p>Not thread-safe; reads one file.
 */
final class DefinitionReader {
  private static final List<Verb> ALL_VERBS =
      List.of(
          Verb.CREATE,
          Verb.DELETE,
          Verb.DELETECOLLECTION,
          Verb.GET,
          Verb.LIST,
          Verb.PATCH,
          Verb.UPDATE,
          Verb.WATCH);

  private static final Pattern COLUMN_PARTS = Pattern.compile(" | ", Pattern.LITERAL);

  private final List<ResourceDefinition> definitions = new ArrayList<>();
  private String apiVersion = "";

  /** The words of the first line of the resource that is being read; empty before the first. */
  private List<String> head = List.of();

  private List<Verb> verbs = ALL_VERBS;
  private String stored = "";
  private List<String> fields = List.of();
  private String deprecation = "";
  private TraitsReader traits = new TraitsReader("");
  private final List<Subresource> subresources = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();
  private final List<String> cells = new ArrayList<>();

  List<ResourceDefinition> read(String text) {
    text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(this::readLine);
    finish();
    return List.copyOf(definitions);
  }

  private void readLine(String line) {
    List<String> words = List.of(line.strip().split(" ", -1));
    if (line.startsWith("  |")) {
      readColumn(line.strip());
    } else if (line.startsWith("  /")) {
      readSubresource(words);
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

  private void readSubresource(List<String> words) {
    boolean ownVersion = words.size() < 4;
    GroupVersion version = GroupVersion.of(ownVersion ? "" : words.get(2));
    subresources.add(
        new Subresource(
            words.get(0).substring(1),
            version.group(),
            version.version(),
            words.size() < 3 ? head.get(1) : words.get(words.size() - 1),
            verbs(words.get(1))));
  }

  private void readColumn(String line) {
    List<String> parts = List.of(COLUMN_PARTS.split(line.substring(2)));
    List<String> type = new ArrayList<>(List.of(parts.get(1).split(" ", -1)));
    int priority = type.remove("wide") ? 1 : 0;
    String cell = parts.size() > 2 ? parts.get(2) : "";
    columns.add(
        new Column(
            parts.get(0),
            type.get(0),
            type.size() > 1 ? type.get(1) : "",
            describe(parts.get(0), cell),
            priority));
    if (!cell.isEmpty()) {
      cells.add(cell);
    }
  }

  private static String describe(String column, String cell) {
    if (!cell.isEmpty()) {
      return PlainColumns.describe(cell);
    }
    return switch (column) {
      case "Name" -> PlainColumns.describe("name");
      case "Age" -> PlainColumns.describe("age");
      default -> "Summed up from the object.";
    };
  }

  private void finish() {
    if (head.isEmpty()) {
      return;
    }
    ResourceType type = type(apiVersion);
    definitions.add(
        new ResourceDefinition(
            type,
            stored.isEmpty() ? type : type(stored),
            type.kind().toLowerCase(Locale.ROOT),
            type.kind() + "List",
            commas(head.get(3)),
            commas(head.get(4)),
            verbs,
            subresources,
            selectableFields(),
            tableColumns(type),
            false,
            traits.traits(),
            CustomContent.UNKNOWN,
            deprecation));
    head = List.of();
    verbs = ALL_VERBS;
    stored = "";
    fields = List.of();
    deprecation = "";
    subresources.clear();
    columns.clear();
    cells.clear();
  }

  private SelectableFields selectableFields() {
    return fields.isEmpty()
        ? SelectableFields.NONE
        : SelectableFields.ofFields(fields.stream().map(DefinitionReader::field).toList());
  }

  private static Field field(String word) {
    int colon = word.indexOf(':');
    String named = colon < 0 ? word : word.substring(0, colon);
    int equals = named.indexOf('=');
    String name = equals < 0 ? named : named.substring(0, equals);
    String[] places = named.substring(equals + 1).split("\\|", 2);
    return new Field(
        name,
        places[0],
        colon < 0 ? null : word.substring(colon + 1),
        places.length > 1 ? places[1] : null);
  }

  private ResourceType type(String version) {
    Scope scope = Scope.valueOf(head.get(2).toUpperCase(Locale.ROOT));
    return scope == Scope.NAMESPACED
        ? ResourceType.namespaced(version, head.get(1), head.get(0))
        : ResourceType.cluster(version, head.get(1), head.get(0));
  }

  private TableColumns tableColumns(ResourceType type) {
    if (columns.isEmpty()) {
      return PlainColumns.DEFAULT;
    }
    return cells.isEmpty()
        ? ComputedColumns.of(() -> BuiltInKinds.row(type), columns)
        : PlainColumns.of(columns, cells);
  }

  private static List<Verb> verbs(String words) {
    return commas(words).stream().map(Verb::of).toList();
  }

  private static List<String> commas(String words) {
    return words.equals("-") ? List.of() : List.of(words.split(",", -1));
  }
}
