package io.listwatch.server.http.request;

import io.listwatch.json.JsonString;
import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.RepeatedField;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * YAML written again as JSON, to be read like any other. Of several documents the first counts, and
 * what follows it is not read. It has no aliases: what refers to itself could grow without bound.
 * Reading stops at {@value JsonTrees#MAX_DEPTH} levels, and at {@value #MAX_VALUES} values.
 */
public final class YamlText {
  /** Each becomes a node of a tree; no object that fits into a body has nearly as many. */
  static final int MAX_VALUES = 200_000;

  private static final LoadSettings SETTINGS = LoadSettings.builder().setLabel("body").build();
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?");

  private final StringBuilder json = new StringBuilder();

  /** For each open list or map, how many of its parts have been written. */
  private final Deque<int[]> open = new ArrayDeque<>();

  /** For each open list or map, whether it is a map. */
  private final Deque<Boolean> maps = new ArrayDeque<>();

  /** For each open list or map, the keys that it has so far. */
  private final Deque<Set<String>> keys = new ArrayDeque<>();

  /** Keys that stand in a map twice. */
  private final List<RepeatedField> repeated = new ArrayList<>();

  /** Scalars, lists and maps so far; keys do not count. */
  private int values;

  private YamlText() {}

  public static String toJson(String yaml) {
    return convert(yaml).json();
  }

  /** As {@link #toJson}, with what was said twice. */
  public static Converted convert(String yaml) {
    return new YamlText().converted(yaml);
  }

  private Converted converted(String yaml) {
    try {
      String text = convert(new Parse(SETTINGS).parseString(FlowTabs.replacedIn(yaml)).iterator());
      return new Converted(text, repeated);
    } catch (MarkedYamlEngineException e) {
      throw Refusal.badRequest("error converting YAML to JSON: yaml: " + problem(e));
    } catch (YamlEngineException e) {
      throw Refusal.badRequest("error converting YAML to JSON: yaml: " + firstLine(e));
    }
  }

  /** Where it is and what, in the words of the reference for what people do most often. */
  private static String problem(MarkedYamlEngineException e) {
    String line = e.getProblemMark().map(mark -> "line " + (mark.getLine() + 1) + ": ").orElse("");
    String problem = String.valueOf(e.getProblem());
    return line + problem.replace("not allowed here", "not allowed in this context");
  }

  private static String firstLine(YamlEngineException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private String convert(Iterator<Event> events) {
    while (events.hasNext()) {
      Event event = events.next();
      if (event.getEventId() == Event.ID.DocumentEnd) {
        break;
      }
      convert(event);
    }
    return json.length() == 0 ? "null" : json.toString();
  }

  private void convert(Event event) {
    switch (event.getEventId()) {
      case MappingStart -> begin(event, '{', true);
      case SequenceStart -> begin(event, '[', false);
      case MappingEnd -> end('}');
      case SequenceEnd -> end(']');
      case Scalar -> scalar((ScalarEvent) event);
      case Alias ->
          throw Refusal.badRequest(
              "error converting YAML to JSON: yaml: an alias (expected: what it stands for)");
      default -> {}
    }
  }

  private void begin(Event event, char bracket, boolean map) {
    if (expectsKey()) {
      throw Refusal.badRequest("error converting YAML to JSON: yaml: a key that is not text");
    }
    if (open.size() == JsonTrees.MAX_DEPTH) {
      throw exceeded(event, "depth", JsonTrees.MAX_DEPTH);
    }
    countValue(event);
    separate();
    json.append(bracket);
    open.push(new int[1]);
    maps.push(map);
    keys.push(new HashSet<>());
  }

  private void countValue(Event event) {
    if (++values > MAX_VALUES) {
      throw exceeded(event, "number of values", MAX_VALUES);
    }
  }

  /** In the words of kube-apiserver, whose only limit is on the depth. */
  private static ApiException exceeded(Event event, String what, int max) {
    return Refusal.badRequest(
        "error converting YAML to JSON: yaml: line %d: exceeded max %s of %d"
            .formatted(line(event), what, max));
  }

  private static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private void end(char bracket) {
    open.pop();
    maps.pop();
    keys.pop();
    json.append(bracket);
  }

  private boolean expectsKey() {
    int[] parts = open.peek();
    return parts != null && Boolean.TRUE.equals(maps.peek()) && parts[0] % 2 == 0;
  }

  /** What stands between this part and the one before. */
  private void separate() {
    int[] parts = open.peek();
    if (parts != null) {
      boolean value = Boolean.TRUE.equals(maps.peek()) && parts[0] % 2 == 1;
      if (value) {
        json.append(':');
      } else if (parts[0] > 0) {
        json.append(',');
      }
      parts[0]++;
    }
  }

  private void scalar(ScalarEvent event) {
    boolean key = expectsKey();
    if (!key) {
      countValue(event);
    }
    separate();
    String text = event.getValue();
    if (key && !keys.getFirst().add(text)) {
      repeated.add(new RepeatedField(text, "", line(event)));
    }
    boolean plain = event.getScalarStyle() == ScalarStyle.PLAIN && event.getTag().isEmpty();
    json.append(plain && !key ? resolve(text) : JsonString.quote(text));
  }

  private static String resolve(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> "null";
      case "true", "True", "TRUE" -> "true";
      case "false", "False", "FALSE" -> "false";
      default -> NUMBER.matcher(text).matches() ? text : JsonString.quote(text);
    };
  }

  /**
   * JSON that says what the YAML said.
   *
   * @param repeated keys that the YAML had twice
   */
  public record Converted(String json, List<RepeatedField> repeated) {
    public Converted {
      repeated = List.copyOf(repeated);
    }
  }
}
