package io.listwatch.server.http.request;

import io.listwatch.json.JsonString;
import io.listwatch.objects.schema.RepeatedField;
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
 */
public final class YamlText {
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
      case MappingStart -> begin('{', true);
      case SequenceStart -> begin('[', false);
      case MappingEnd -> end('}');
      case SequenceEnd -> end(']');
      case Scalar -> scalar((ScalarEvent) event);
      case Alias ->
          throw Refusal.badRequest(
              "error converting YAML to JSON: yaml: an alias (expected: what it stands for)");
      default -> {}
    }
  }

  private void begin(char bracket, boolean map) {
    if (expectsKey()) {
      throw Refusal.badRequest("error converting YAML to JSON: yaml: a key that is not text");
    }
    separate();
    json.append(bracket);
    open.push(new int[1]);
    maps.push(map);
    keys.push(new HashSet<>());
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
    separate();
    String text = event.getValue();
    if (key && !keys.getFirst().add(text)) {
      int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
      repeated.add(new RepeatedField(text, "", line));
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
