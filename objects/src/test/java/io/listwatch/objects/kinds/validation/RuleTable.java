package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.yaml.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of objects that kube-apiserver accepts or rejects. The format is described in README.md
 * beside the tables.
 */
final class RuleTable {
  /** Marks a row whose outcome our rules do not reproduce yet. */
  private static final String DIFFERS = "! ";

  private static final Pattern RANGE = Pattern.compile("\\[(\\d+)\\.\\.(\\d+)]$");
  private static final Pattern REPEATED = Pattern.compile("\"([^\"]*)\"\\*(\\d+)");

  private final List<Row> rows = new ArrayList<>();
  private final List<String> lines;
  private int line;

  private RuleTable(String text) {
    this.lines = text.lines().toList();
  }

  static List<Row> read(String text) {
    var table = new RuleTable(text);
    table.read();
    return table.rows;
  }

  private void read() {
    JsonObject base = null;
    while (line < lines.size()) {
      String head = lines.get(line++);
      if (head.isEmpty() || head.startsWith("#")) {
        continue;
      }
      List<String> body = indented();
      if (head.equals("object")) {
        base = yaml(String.join("\n", body));
      } else if (base == null || body.isEmpty()) {
        throw new IllegalArgumentException("line " + line + ": " + head);
      } else {
        rows.add(row(head, base, body.stream().map(each -> each.substring(2)).toList()));
      }
    }
  }

  private List<String> indented() {
    int first = line;
    while (line < lines.size() && lines.get(line).startsWith("  ")) {
      line++;
    }
    return lines.subList(first, line);
  }

  private static JsonObject yaml(String text) {
    return (JsonObject) JsonTrees.read(YamlText.toJson(text));
  }

  private static Row row(String head, JsonObject base, List<String> outcome) {
    boolean differs = head.startsWith(DIFFERS);
    String[] words = (differs ? head.substring(DIFFERS.length()) : head).split(" ", 2);
    String changes = words.length == 1 ? "" : words[1];
    int arrow = changes.indexOf(" =>");
    JsonObject old = changed(base, arrow < 0 ? "" : changes.substring(0, arrow));
    String change = arrow < 0 ? changes : changes.substring(arrow + 3);
    return new Row(head, words[0], differs, old, change, outcome);
  }

  /** Applies assignments such as {@code spec.replicas=1 | spec.paused=true} to a copy. */
  static JsonObject changed(JsonObject base, String assignments) {
    JsonObject tree = base.deepCopy();
    for (String each : assignments.split(" \\| ", -1)) {
      if (!each.isBlank()) {
        int equals = each.indexOf('=');
        assign(tree, each.substring(0, equals).strip(), each.substring(equals + 1).strip());
      }
    }
    return tree;
  }

  private static void assign(JsonObject tree, String path, String value) {
    Matcher range = RANGE.matcher(path);
    if (!range.find()) {
      FieldAssignment.set(tree, path, json(value));
      return;
    }
    int last = Integer.parseInt(range.group(2));
    for (int i = Integer.parseInt(range.group(1)); i <= last; i++) {
      String element = path.substring(0, range.start()) + "[" + i + "]";
      FieldAssignment.set(tree, element, json(value.replace("#", Integer.toString(i))));
    }
  }

  /** Parses JSON, or a repeated string such as {@code "a"*64}; returns null for an empty value. */
  private static @Nullable JsonValue json(String value) {
    Matcher repeated = REPEATED.matcher(value);
    if (repeated.matches()) {
      int times = Integer.parseInt(repeated.group(2));
      return JsonValue.of(repeated.group(1).repeat(times));
    }
    return value.isEmpty() ? null : JsonTrees.read(value);
  }

  /**
   * One request and its outcome.
   *
   * @param name the row as it is written
   * @param verb such as {@code create}
   * @param differs true if our outcome is known to differ
   * @param old the object before an update; for a create, the object without the change
   * @param change the assignments that make the object that is sent
   * @param outcome the errors, or the warnings, or {@code accepted}
   */
  record Row(
      String name,
      String verb,
      boolean differs,
      JsonObject old,
      String change,
      List<String> outcome) {
    /** The API version and the kind of the object. */
    String apiVersion() {
      return old.path("apiVersion").asText();
    }

    String kind() {
      return old.path("kind").asText();
    }
  }
}
