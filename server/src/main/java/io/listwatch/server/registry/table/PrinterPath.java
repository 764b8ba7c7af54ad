package io.listwatch.server.registry.table;

import io.listwatch.objects.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A JSONPath of {@code additionalPrinterColumns}: {@code .spec.size}, {@code .spec['a.b'][0].x},
 * {@code .items[*].name}, {@code .items[-1:].name}, {@code ..name}, {@code
 * .status.conditions[?(@.type=="Ready")].status}.
 *
 * <p>Immutable. An unsupported path, such as one with {@code [0,1]}, finds nothing.
 */
final class PrinterPath {
  /** Maximum number of characters: regular expressions need more stack for a longer string. */
  private static final int MAX_LENGTH = 1000;

  /** Without backtracking, which takes stack for each character. */
  private static final Pattern STEP =
      Pattern.compile(
          "\\.?\\[\\s*'((?:[^'\\\\]++|\\\\.)*+)'\\s*\\]" // ['name']
              + "|\\.?\\[\\s*\"((?:[^\"\\\\]++|\\\\.)*+)\"\\s*\\]" // ["name"]
              + "|\\.?\\[\\s*(-?\\d{1,9})\\s*\\]" // [0]
              + "|\\.?\\[\\s*(\\*)\\s*\\]" // [*]
              + "|\\.?\\[\\?\\(((?:[^'\")]++|'[^']*+'|\"[^\"]*+\")*+)\\)\\]" // [?(@.a=="b")]
              + "|\\.(\\*)" // .*
              + "|\\.((?:[^.\\[\\]\\\\ ]++|\\\\.)++)" // .name
              + "|\\.?\\[\\s*((?:-?\\d{1,9})?:(?:-?\\d{1,9})?(?::\\d{0,9})?)\\s*\\]" // [1:-1:2]
              + "|\\.\\.((?:[^.\\[\\]\\\\ ]++|\\\\.)++)"); // ..name

  private static final Pattern COMPARISON =
      Pattern.compile("\\s*@([^=!<>\\s]*)\\s*(?:(==|!=|<=|>=|<|>)\\s*(.+?)\\s*)?");

  private final List<Function<JsonValue, Stream<JsonValue>>> steps;

  private PrinterPath(List<Function<JsonValue, Stream<JsonValue>>> steps) {
    this.steps = List.copyOf(steps);
  }

  /** Parses a path. An unsupported path finds nothing. */
  static PrinterPath of(String text) {
    PrinterPath understood = parse(text);
    return understood == null ? new PrinterPath(List.of(node -> Stream.empty())) : understood;
  }

  /** Parses a path; null if it is unsupported or too long. */
  static @Nullable PrinterPath parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    var steps = new ArrayList<Function<JsonValue, Stream<JsonValue>>>();
    Matcher matcher = STEP.matcher(text);
    int at = 0;
    while (at < text.length() && matcher.find(at) && matcher.start() == at) {
      steps.add(step(matcher));
      at = matcher.end();
    }
    return at < text.length() && !text.equals(".") ? null : new PrinterPath(steps);
  }

  private static Function<JsonValue, Stream<JsonValue>> step(Matcher matcher) {
    for (int group : new int[] {1, 2, 7}) {
      if (matcher.group(group) != null) {
        String name = unescaped(matcher.group(group));
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
    if (matcher.group(8) != null) {
      return slice(matcher.group(8).split(":", -1));
    }
    if (matcher.group(9) != null) {
      String name = unescaped(matcher.group(9));
      return node -> withDescendants(node).flatMap(each -> Stream.ofNullable(each.get(name)));
    }
    return node -> Trees.elements(node).stream();
  }

  private static String unescaped(String name) {
    return name.replaceAll("\\\\(.)", "$1");
  }

  /** Finds nothing if a bound is out of range. */
  private static Function<JsonValue, Stream<JsonValue>> slice(String[] parts) {
    int step = parts.length < 3 || parts[2].isEmpty() ? 1 : Integer.parseInt(parts[2]);
    return node -> {
      int size = node.size();
      int start = parts[0].isEmpty() ? 0 : bound(parts[0], size);
      int end = parts[1].isEmpty() ? size : bound(parts[1], size);
      boolean sound = node.isArray() && step > 0 && start >= 0 && start < end && end <= size;
      return sound
          ? IntStream.iterate(start, i -> i < end, i -> i + step).mapToObj(node::get)
          : Stream.empty();
    };
  }

  private static int bound(String text, int size) {
    int bound = Integer.parseInt(text);
    return bound < 0 ? size + bound : bound;
  }

  private static Stream<JsonValue> withDescendants(JsonValue node) {
    return Stream.concat(
        Stream.of(node), Trees.elements(node).stream().flatMap(PrinterPath::withDescendants));
  }

  /** Returns an element; a negative index counts from the end. */
  private static @Nullable JsonValue element(JsonValue node, int index) {
    return node.isArray() ? node.get(index < 0 ? node.size() + index : index) : null;
  }

  private static Function<JsonValue, Stream<JsonValue>> filter(String text) {
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

  private static boolean holds(@Nullable JsonValue found, String operator, String literal) {
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
    return found.isText() == quoted && wanted.test(found.asText().compareTo(text));
  }

  private static boolean isNumber(String literal) {
    return literal.matches("-?\\d{1,18}(\\.\\d{1,18})?");
  }

  /** Returns the first match; null if there is none or if it is JSON null. */
  @Nullable JsonValue first(JsonValue object) {
    Stream<JsonValue> found = Stream.of(object);
    for (Function<JsonValue, Stream<JsonValue>> step : steps) {
      found = found.flatMap(step);
    }
    return found.findFirst().filter(each -> !each.isNull()).orElse(null);
  }
}
