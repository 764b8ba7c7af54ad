package io.listwatch.objects.yaml;

import io.listwatch.json.JsonString;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.RepeatedField;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Converts YAML to JSON. Rejects aliases, because a document that refers to itself could grow
 * without bound. A document has at most {@value JsonTrees#MAX_DEPTH} levels and {@value
 * JsonTrees#MAX_VALUES} values.
 */
public final class YamlText {
  private static final LoadSettings SETTINGS = LoadSettings.builder().setLabel("body").build();

  private final StringBuilder json = new StringBuilder();

  /** For each open list or map, the number of keys and values written so far. */
  private final Deque<int[]> open = new ArrayDeque<>();

  /** For each open list or map, true if it is a map. */
  private final Deque<Boolean> maps = new ArrayDeque<>();

  /** For each open list or map, the keys that it has so far. */
  private final Deque<Set<String>> keys = new ArrayDeque<>();

  /** Duplicate keys. */
  private final List<RepeatedField> repeated = new ArrayList<>();

  /** Scalars, lists and maps of the document so far; keys do not count. */
  private int values;

  /** The current line, counted from 1. */
  private int line = 1;

  private YamlText() {}

  /** Returns the first document as JSON. */
  public static String toJson(String yaml) {
    return convert(yaml).json();
  }

  /** Returns the first document as JSON, with its duplicate keys. */
  public static Converted convert(String yaml) {
    var text = new YamlText();
    Iterator<Event> events = text.parse(yaml);
    return text.guarded(() -> text.next(events));
  }

  /**
   * Converts all documents.
   *
   * @param receiver gets each document as soon as it is converted, even if an error follows
   * @throws MalformedYamlException if the string is not YAML, or a document exceeds a limit
   */
  public static void convertAll(String yaml, Consumer<Converted> receiver) {
    var text = new YamlText();
    Iterator<Event> events = text.parse(yaml);
    while (text.guarded(events::hasNext)) {
      Converted document = text.guarded(() -> text.next(events));
      if (document.line() > 0) {
        receiver.accept(document);
      }
    }
  }

  private Iterator<Event> parse(String yaml) {
    return new Parse(SETTINGS).parseString(FlowTabs.replacedIn(yaml)).iterator();
  }

  private <T> T guarded(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (MarkedYamlEngineException e) {
      throw new MalformedYamlException(
          problem(e), e.getProblemMark().map(YamlText::line).orElse(1));
    } catch (YamlEngineException e) {
      throw new MalformedYamlException(firstLine(e), line);
    }
  }

  /** Returns line and message, reworded like kube-apiserver's for the most frequent error. */
  private static String problem(MarkedYamlEngineException e) {
    String line = e.getProblemMark().map(mark -> "line " + (mark.getLine() + 1) + ": ").orElse("");
    String problem = String.valueOf(e.getProblem());
    return line + problem.replace("not allowed here", "not allowed in this context");
  }

  private static String firstLine(YamlEngineException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** Converts up to the end of a document, or of the input. */
  private Converted next(Iterator<Event> events) {
    json.setLength(0);
    repeated.clear();
    values = 0;
    int first = 0;
    while (events.hasNext()) {
      Event event = events.next();
      line = line(event);
      if (event.getEventId() == Event.ID.DocumentEnd) {
        break;
      }
      convert(event);
      first = first == 0 && values > 0 ? line : first;
    }
    return new Converted(json.length() == 0 ? "null" : json.toString(), repeated, first);
  }

  private void convert(Event event) {
    switch (event.getEventId()) {
      case MappingStart -> begin(event, '{', true);
      case SequenceStart -> begin(event, '[', false);
      case MappingEnd -> end('}');
      case SequenceEnd -> end(']');
      case Scalar -> scalar((ScalarEvent) event);
      case Alias -> throw new MalformedYamlException("aliases are not supported", line);
      default -> {}
    }
  }

  private void begin(Event event, char bracket, boolean map) {
    if (expectsKey()) {
      throw new MalformedYamlException("a key that is not a scalar", line);
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
    if (++values > JsonTrees.MAX_VALUES) {
      throw exceeded(event, "number of values", JsonTrees.MAX_VALUES);
    }
  }

  /**
   * Returns the exception for an exceeded limit, worded like kube-apiserver's limit on the depth.
   */
  private static MalformedYamlException exceeded(Event event, String what, int max) {
    return new MalformedYamlException(
        "line %d: exceeded max %s of %d".formatted(line(event), what, max), line(event));
  }

  private static int line(Event event) {
    return event.getStartMark().map(YamlText::line).orElse(1);
  }

  private static int line(Mark mark) {
    return mark.getLine() + 1;
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

  /** Writes the separator between this token and the one before. */
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
    boolean plain = event.getScalarStyle() == ScalarStyle.PLAIN && event.getTag().isEmpty();
    if (key) {
      String name = plain ? checked(PlainScalar.toKey(event.getValue()), event) : event.getValue();
      if (!keys.getFirst().add(name)) {
        repeated.add(new RepeatedField(name, "", line(event)));
      }
      json.append(JsonString.quote(name));
    } else {
      String text = event.getValue();
      json.append(plain ? checked(PlainScalar.toJson(text), event) : JsonString.quote(text));
    }
  }

  private static String checked(@Nullable String text, ScalarEvent event) {
    if (text == null) {
      throw new MalformedYamlException(
          "line %d: unsupported value: %s".formatted(line(event), event.getValue()), line(event));
    }
    return text;
  }

  /**
   * A document as JSON.
   *
   * @param repeated the duplicate keys of the YAML
   * @param line the line of its first value, counted from 1; 0 if there is no document
   */
  public record Converted(String json, List<RepeatedField> repeated, int line) {
    public Converted {
      repeated = List.copyOf(repeated);
    }
  }
}
