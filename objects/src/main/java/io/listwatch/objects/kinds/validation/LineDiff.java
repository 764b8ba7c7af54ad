package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Prints the lines in which two values differ, with one line for each member and each item. Equal
 * lines at both ends are left out.
 */
final class LineDiff {
  private static final int CONTEXT = 3;

  private LineDiff() {}

  static String of(JsonValue one, JsonValue other) {
    List<String> before = lines(one);
    List<String> after = lines(other);
    int head = commonHead(before, after);
    int tail = commonTail(before, after, Math.min(before.size(), after.size()) - head);
    var lines = new ArrayList<String>();
    int start = Math.max(0, head - CONTEXT);
    int follow = Math.min(CONTEXT, tail);
    lines.add(
        "@@ -%s +%s @@"
            .formatted(
                range(start, before.size() - tail + follow),
                range(start, after.size() - tail + follow)));
    before.subList(start, head).forEach(line -> lines.add(" " + line));
    before.subList(head, before.size() - tail).forEach(line -> lines.add("-" + line));
    after.subList(head, after.size() - tail).forEach(line -> lines.add("+" + line));
    after
        .subList(after.size() - tail, after.size() - tail + follow)
        .forEach(line -> lines.add(" " + line));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> lines(JsonValue value) {
    StringBuilder text = new StringBuilder();
    print(value, "\n", text);
    return List.of(text.toString().split("\n"));
  }

  /** Prints a value. Each new line begins with {@code margin}. */
  private static void print(JsonValue value, String margin, StringBuilder text) {
    if (value.isEmpty()) {
      text.append(value);
    } else if (value.isArray()) {
      String inner = margin + " ";
      String separator = "[";
      for (JsonValue item : value) {
        text.append(separator).append(inner);
        print(item, inner, text);
        separator = ",";
      }
      text.append(margin).append(']');
    } else {
      String inner = margin + " ";
      String separator = "{";
      for (Map.Entry<String, JsonValue> member : value.properties()) {
        text.append(separator).append(inner).append(JsonValue.of(member.getKey())).append(": ");
        print(member.getValue(), inner, text);
        separator = ",";
      }
      text.append(margin).append('}');
    }
  }

  private static int commonHead(List<String> before, List<String> after) {
    int head = 0;
    while (head < before.size()
        && head < after.size()
        && before.get(head).equals(after.get(head))) {
      head++;
    }
    return head;
  }

  private static int commonTail(List<String> before, List<String> after, int max) {
    int tail = 0;
    while (tail < max
        && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
      tail++;
    }
    return tail;
  }

  private static String range(int start, int end) {
    return (start + 1) + "," + (end - start);
  }
}
