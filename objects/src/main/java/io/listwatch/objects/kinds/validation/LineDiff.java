package io.listwatch.objects.kinds.validation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * In which lines two values differ, when they are printed with a line for each member and each
 * item: what is the same at both ends is left out.
 */
final class LineDiff {
  private static final int CONTEXT = 3;
  private static final ObjectWriter PRINTER = JsonMapper.builder().build().writer(printer());

  private LineDiff() {}

  private static PrettyPrinter printer() {
    var lines = new DefaultIndenter(" ", "\n");
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");
    return new DefaultPrettyPrinter(separators).withObjectIndenter(lines).withArrayIndenter(lines);
  }

  static String of(JsonNode one, JsonNode other) {
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

  private static List<String> lines(JsonNode value) {
    try {
      return List.of(PRINTER.writeValueAsString(value).split("\n"));
    } catch (JsonProcessingException e) {
      throw new AssertionError("a tree can be printed", e);
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
