package io.listwatch.objects.yaml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The line numbers of the values of a YAML or JSON document, as a tree like the document.
 *
 * <p>Immutable after parsing.
 */
public final class LineTree {
  private static final LoadSettings SETTINGS = LoadSettings.builder().build();

  private final int line;
  private final Map<String, LineTree> members = new HashMap<>();
  private final List<LineTree> items = new ArrayList<>();

  private final boolean map;

  /** The current key, whose value comes next, and its line; null if a key comes next. */
  private @Nullable String key;

  private int keyLine;

  private LineTree(int line, boolean map) {
    this.line = line;
    this.map = map;
  }

  /**
   * Parses the lines of all documents that are not empty.
   *
   * @param yaml accepted before by {@link YamlText} or a JSON parser, and so within limits
   * @return empty if it is JSON that is not YAML, or too long for YAML
   */
  public static List<LineTree> readAll(String yaml) {
    try {
      return documents(yaml);
    } catch (YamlEngineException e) {
      return List.of();
    }
  }

  private static List<LineTree> documents(String yaml) {
    var documents = new ArrayList<LineTree>();
    Deque<LineTree> open = new ArrayDeque<>();
    for (Event event : new Parse(SETTINGS).parseString(FlowTabs.replacedIn(yaml))) {
      int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> {
          var tree = new LineTree(line, event.getEventId() == Event.ID.MappingStart);
          open.push(place(tree, "", open.peek(), documents));
        }
        case Scalar ->
            place(
                new LineTree(line, false),
                ((ScalarEvent) event).getValue(),
                open.peek(),
                documents);
        case MappingEnd, SequenceEnd -> open.pop();
        default -> {}
      }
    }
    return documents;
  }

  /** Adds a value to its parent and returns the tree for the content of the value. */
  private static LineTree place(
      LineTree tree, String text, @Nullable LineTree parent, List<LineTree> documents) {
    if (parent == null) {
      documents.add(tree);
      return tree;
    }
    if (!parent.map) {
      parent.items.add(tree);
      return tree;
    }
    if (parent.key == null) {
      parent.key = text;
      parent.keyLine = tree.line;
      return tree;
    }
    var value = new LineTree(parent.keyLine, tree.map);
    parent.members.put(parent.key, value);
    parent.key = null;
    return value;
  }

  /**
   * Returns the line of a field, or of its nearest parent that exists.
   *
   * @param path such as {@code spec.containers[0].name} or {@code data[a.txt]}
   */
  public int line(String path) {
    LineTree at = this;
    String rest = path;
    while (!rest.isEmpty()) {
      Step step = at.step(rest);
      if (step == null) {
        return at.line;
      }
      at = step.value();
      rest = step.rest();
    }
    return at.line;
  }

  private @Nullable Step step(String path) {
    if (path.startsWith("[")) {
      int end = path.indexOf(']');
      if (end < 0) {
        return null;
      }
      String inside = path.substring(1, end).replace("\"", "");
      return step(map ? members.get(inside) : item(inside), path.substring(end + 1));
    }
    String name = path.startsWith(".") ? path.substring(1) : path;
    // Keys may contain dots, so the longest match wins.
    return members.keySet().stream()
        .filter(each -> begins(name, each))
        .max(Comparator.comparingInt(String::length))
        .map(each -> step(members.get(each), name.substring(each.length())))
        .orElse(null);
  }

  private static @Nullable Step step(@Nullable LineTree value, String rest) {
    return value == null ? null : new Step(value, rest);
  }

  private static boolean begins(String path, String key) {
    return !key.isEmpty()
        && path.startsWith(key)
        && (path.length() == key.length() || ".[".indexOf(path.charAt(key.length())) >= 0);
  }

  private @Nullable LineTree item(String index) {
    boolean number = index.length() < 9 && index.matches("\\d+");
    int at = number ? Integer.parseInt(index) : items.size();
    return at < items.size() ? items.get(at) : null;
  }

  private record Step(LineTree value, String rest) {}
}
