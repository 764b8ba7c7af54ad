package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path to one or more values of a document: {@code spec.nodeName}, {@code
 * spec.containers[*].image}, {@code metadata.annotations['example.com/owner']}, {@code
 * status.conditions[0].type}.
 *
 * <p>Immutable. If a member occurs twice, the last occurrence counts, as in most JSON decoders.
 */
public final class JsonPath {
  private static final Pattern STEP =
      Pattern.compile("(?:^|\\.)([^.\\[\\]']+)|\\[(\\d{1,9})\\]|\\[(\\*)\\]|\\['([^']*)'\\]");

  private final String text;
  private final List<Step> steps;

  private JsonPath(String text, List<Step> steps) {
    this.text = text;
    this.steps = List.copyOf(steps);
  }

  public static JsonPath of(String text) {
    var steps = new ArrayList<Step>();
    Matcher matcher = STEP.matcher(text);
    int at = 0;
    while (at < text.length() && matcher.find(at) && matcher.start() == at) {
      steps.add(step(matcher));
      at = matcher.end();
    }
    if (at < text.length() || steps.isEmpty() || text.startsWith(".")) {
      throw new IllegalArgumentException(
          "path: %s (expected: such as spec.containers[*].image or metadata.labels['a.b/c'])"
              .formatted(text));
    }
    return new JsonPath(text, steps);
  }

  private static Step step(Matcher matcher) {
    if (matcher.group(2) != null) {
      return new Step(null, Integer.parseInt(matcher.group(2)));
    }
    if (matcher.group(3) != null) {
      return new Step(null, Step.ALL);
    }
    String name = matcher.group(1) != null ? matcher.group(1) : matcher.group(4);
    return new Step(name.getBytes(UTF_8), Step.ALL);
  }

  /**
   * Returns the value at this path as a string: the characters of a string, the JSON of any other
   * value. Returns null if the value is absent or null, and the last one if several match.
   */
  public @Nullable String text(byte[] json, int from, int to) {
    List<String> all = texts(json, from, to);
    return all.isEmpty() ? null : all.get(all.size() - 1);
  }

  /** Returns the value of each match as a string, in the order of the document. */
  public List<String> texts(byte[] json, int from, int to) {
    var found = new ArrayList<String>();
    walk(new JsonCursor(json, from, to), 0, found);
    return found;
  }

  /** Reads the whole value at the cursor, collecting the matches inside it. */
  private void walk(JsonCursor cursor, int index, List<String> found) {
    if (index == steps.size()) {
      String text = cursor.text(StringPool.SHARED);
      if (text != null) {
        found.add(text);
      }
      return;
    }
    Step step = steps.get(index);
    if (cursor.peek() != step.container()) {
      cursor.skip();
    } else if (step.name != null) {
      walkMembers(cursor, step.name, index, found);
    } else {
      walkElements(cursor, step.index, index, found);
    }
  }

  private void walkMembers(JsonCursor cursor, byte[] name, int index, List<String> found) {
    int before = found.size();
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(name)) {
        found.subList(before, found.size()).clear();
        walk(cursor, index + 1, found);
      } else {
        cursor.skip();
      }
    }
  }

  private void walkElements(JsonCursor cursor, int wanted, int index, List<String> found) {
    cursor.enterArray();
    for (int i = 0; cursor.nextElement(); i++) {
      if (wanted == Step.ALL || wanted == i) {
        walk(cursor, index + 1, found);
      } else {
        cursor.skip();
      }
    }
  }

  List<Step> steps() {
    return steps;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonPath path && path.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  /** One step of a path: into a member by name, into an element by index, or into all elements. */
  static final class Step {
    static final int ALL = -1;

    final byte @Nullable [] name;
    final int index;

    Step(byte @Nullable [] name, int index) {
      this.name = name;
      this.index = index;
    }

    JsonType container() {
      return name != null ? JsonType.OBJECT : JsonType.ARRAY;
    }
  }
}
