package io.listwatch.server.registry.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A path as users write it for their columns: {@code .spec.size}, {@code .spec['a.b'][0].x}, {@code
 * .items[*].name}, {@code .status.conditions[?(@.type=="Ready")].status}.
 *
 * <p>Immutable. Where nothing is at the path, nothing is found; nor is anything by a path that goes
 * beyond this, such as one with {@code ..} or a slice.
 */
final class PrinterPath {
  private static final Pattern STEP =
      Pattern.compile(
          "\\.?\\[\\s*'((?:[^'\\\\]|\\\\.)*)'\\s*\\]" // ['name']
              + "|\\.?\\[\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*\\]" // ["name"]
              + "|\\.?\\[\\s*(-?\\d{1,9})\\s*\\]" // [0]
              + "|\\.?\\[\\s*(\\*)\\s*\\]" // [*]
              + "|\\.?\\[\\?\\(((?:[^'\")]|'[^']*'|\"[^\"]*\")*)\\)\\]" // [?(@.a=="b")]
              + "|\\.(\\*)" // .*
              + "|\\.((?:[^.\\[\\]\\\\ ]|\\\\.)+)"); // .name

  private static final Pattern COMPARISON =
      Pattern.compile("\\s*@([^=!<>\\s]*)\\s*(?:(==|!=|<=|>=|<|>)\\s*(.+?)\\s*)?");

  private final List<Function<JsonNode, Stream<JsonNode>>> steps;

  private PrinterPath(List<Function<JsonNode, Stream<JsonNode>>> steps) {
    this.steps = List.copyOf(steps);
  }

  /** A path that is not understood finds nothing. */
  static PrinterPath of(String text) {
    var steps = new ArrayList<Function<JsonNode, Stream<JsonNode>>>();
    Matcher matcher = STEP.matcher(text);
    int at = 0;
    while (at < text.length() && matcher.find(at) && matcher.start() == at) {
      steps.add(step(matcher));
      at = matcher.end();
    }
    return at < text.length() && !text.equals(".")
        ? new PrinterPath(List.of(node -> Stream.empty()))
        : new PrinterPath(steps);
  }

  private static Function<JsonNode, Stream<JsonNode>> step(Matcher matcher) {
    for (int group : new int[] {1, 2, 7}) {
      if (matcher.group(group) != null) {
        String name = matcher.group(group).replaceAll("\\\\(.)", "$1");
        return node -> Stream.ofNullable(node.get(name));
      }
    }
    if (matcher.group(3) != null) {
      int index = Integer.parseInt(matcher.group(3));
      return node -> Stream.ofNullable(element(node, index));
    }
    if (matcher.group(5) != null) {
      return filter(matcher.group(5));
    }
    return node -> Trees.elements(node).stream();
  }

  /** Counted from the end if it is negative. */
  private static @Nullable JsonNode element(JsonNode node, int index) {
    return node.isArray() ? node.get(index < 0 ? node.size() + index : index) : null;
  }

  private static Function<JsonNode, Stream<JsonNode>> filter(String text) {
    Matcher matcher = COMPARISON.matcher(text);
    if (!matcher.matches()) {
      return node -> Stream.empty();
    }
    PrinterPath left = of(matcher.group(1));
    String operator = matcher.group(2);
    String right = matcher.group(3);
    return node ->
        node.isArray()
            ? Trees.elements(node).stream()
                .filter(
                    each ->
                        operator == null
                            ? left.first(each) != null
                            : holds(left.first(each), operator, right))
            : Stream.empty();
  }

  private static boolean holds(@Nullable JsonNode found, String operator, String literal) {
    if (found == null) {
      return false;
    }
    IntPredicate wanted =
        switch (operator) {
          case "==" -> order -> order == 0;
          case "!=" -> order -> order != 0;
          case "<" -> order -> order < 0;
          case "<=" -> order -> order <= 0;
          case ">" -> order -> order > 0;
          default -> order -> order >= 0;
        };
    boolean quoted = literal.startsWith("\"") || literal.startsWith("'");
    if (found.isNumber() && !quoted) {
      return isNumber(literal)
          && wanted.test(found.decimalValue().compareTo(new BigDecimal(literal)));
    }
    String text = quoted ? literal.substring(1, literal.length() - 1) : literal;
    return found.isTextual() == quoted && wanted.test(found.asText().compareTo(text));
  }

  private static boolean isNumber(String literal) {
    return literal.matches("-?\\d{1,18}(\\.\\d{1,18})?");
  }

  /** What is found first; null if nothing is, or null itself. */
  @Nullable JsonNode first(JsonNode object) {
    Stream<JsonNode> found = Stream.of(object);
    for (Function<JsonNode, Stream<JsonNode>> step : steps) {
      found = found.flatMap(step);
    }
    return found.findFirst().filter(each -> !each.isNull()).orElse(null);
  }
}
