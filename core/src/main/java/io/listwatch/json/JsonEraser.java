package io.listwatch.json;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Removes members from a document, leaving every other byte as it was.
 *
 * <p>Not thread-safe; create one for each document.
 */
public final class JsonEraser {
  private final List<JsonPath.Step> steps;
  private final byte[] json;
  private final ByteArrayOutputStream kept;
  private int copied;

  private JsonEraser(JsonPath path, byte[] json, int from, int to) {
    this.steps = path.steps();
    this.json = json;
    this.copied = from;
    this.kept = new ByteArrayOutputStream(to - from);
  }

  /**
   * Returns the document without the members that {@code path} names; the path's last step must be
   * a name.
   */
  public static byte[] without(JsonPath path, byte[] json, int from, int to) {
    var eraser = new JsonEraser(path, json, from, to);
    if (eraser.last().name == null) {
      throw new IllegalArgumentException(
          "path: " + path + " (expected: to end in a member's name)");
    }
    eraser.walk(new JsonCursor(json, from, to), 0);
    return eraser.finish(from, to);
  }

  private JsonPath.Step last() {
    return steps.get(steps.size() - 1);
  }

  private byte[] finish(int from, int to) {
    if (copied == from) {
      return Arrays.copyOfRange(json, from, to);
    }
    kept.write(json, copied, to - copied);
    return kept.toByteArray();
  }

  private void walk(JsonCursor cursor, int index) {
    JsonPath.Step step = steps.get(index);
    if (cursor.peek() != step.container()) {
      cursor.skip();
    } else if (step.name == null) {
      walkElements(cursor, index, step.index);
    } else if (index == steps.size() - 1) {
      cutMembers(cursor, step.name);
    } else {
      cursor.enterObject();
      while (cursor.nextField()) {
        walkOrSkip(cursor, cursor.fieldIs(step.name), index);
      }
    }
  }

  private void walkElements(JsonCursor cursor, int index, int wanted) {
    cursor.enterArray();
    for (int i = 0; cursor.nextElement(); i++) {
      walkOrSkip(cursor, wanted == JsonPath.Step.ALL || wanted == i, index);
    }
  }

  private void walkOrSkip(JsonCursor cursor, boolean matches, int index) {
    if (matches) {
      walk(cursor, index + 1);
    } else {
      cursor.skip();
    }
  }

  /**
   * Removes a member together with the comma before it. If no earlier member is kept, removes the
   * comma after it instead, as soon as the next member is found.
   */
  private void cutMembers(JsonCursor cursor, byte[] name) {
    cursor.enterObject();
    boolean anyKept = false;
    int pendingCut = -1;
    int end = cursor.position();
    while (cursor.nextField()) {
      if (pendingCut >= 0) {
        cut(pendingCut, cursor.fieldStart());
        pendingCut = -1;
      }
      boolean erase = cursor.fieldIs(name);
      int start = cursor.fieldStart();
      int comma = cursor.commaBefore();
      cursor.skip();
      end = cursor.position();
      if (!erase) {
        anyKept = true;
      } else if (anyKept) {
        cut(comma, end);
      } else {
        pendingCut = start;
      }
    }
    if (pendingCut >= 0) {
      cut(pendingCut, end);
    }
  }

  private void cut(int start, int end) {
    kept.write(json, copied, start - copied);
    copied = end;
  }
}
