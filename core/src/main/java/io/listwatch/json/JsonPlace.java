package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the path that leads to an offset of a document that may be malformed from there on.
 *
 * <p>Used for failures only: it walks the document again from the start, without checking it.
 */
final class JsonPlace {
  /** A longer path is shown as its outermost and innermost steps. */
  private static final int MAX_STEPS = 16;

  private static final int MAX_NAME = 64;

  private final Deque<Level> levels = new ArrayDeque<>();

  private JsonPlace() {}

  static String of(byte[] bytes, int from, int offset) {
    var place = new JsonPlace();
    place.walk(bytes, from, offset);
    return place.path();
  }

  private void walk(byte[] bytes, int from, int offset) {
    int i = from;
    while (i < offset) {
      switch (bytes[i]) {
        case '{' -> levels.push(new Level(false));
        case '[' -> levels.push(new Level(true));
        case '}', ']' -> levels.poll();
        case ',' -> next();
        case '"' -> {
          int end = JsonText.closingQuote(bytes, i, offset);
          rememberName(bytes, i + 1, end);
          i = end;
        }
        default -> {}
      }
      i++;
    }
  }

  private void next() {
    var level = levels.peek();
    if (level != null) {
      level.index++;
      level.name = null;
    }
  }

  /** Stores the first string of a member, which is its name; a later one is its value. */
  private void rememberName(byte[] bytes, int start, int end) {
    var level = levels.peek();
    if (level != null && !level.array && level.name == null) {
      int length = Math.max(0, Math.min(end - start, MAX_NAME));
      level.name = new String(bytes, Math.min(start, end), length, UTF_8);
    }
  }

  private String path() {
    List<Level> outermostFirst = new ArrayList<>(levels);
    Collections.reverse(outermostFirst);
    var path = new StringBuilder();
    int skipped = outermostFirst.size() - MAX_STEPS;
    for (int i = 0; i < outermostFirst.size(); i++) {
      if (skipped > 0 && i == MAX_STEPS / 2) {
        path.append(".…");
        i += skipped;
      }
      outermostFirst.get(i).appendTo(path);
    }
    return path.toString();
  }

  private static final class Level {
    private final boolean array;
    private @Nullable String name;
    private int index;

    private Level(boolean array) {
      this.array = array;
    }

    private void appendTo(StringBuilder path) {
      if (array) {
        path.append('[').append(index).append(']');
      } else if (name != null) {
        appendName(name, path);
      }
    }

    /**
     * Appends a name, quoted if {@link JsonPath} requires it, as for most labels and annotations.
     */
    private static void appendName(String name, StringBuilder path) {
      if (name.isEmpty() || name.contains(".") || name.contains("[")) {
        path.append("['").append(name).append("']");
      } else {
        path.append(path.length() == 0 ? "" : ".").append(name);
      }
    }
  }
}
