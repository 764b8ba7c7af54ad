package io.listwatch.objects.schema.cel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The functions that rules can call, one table for each library in this package's resources. A line
 * is an expression and its outcome: a value, also in CEL, or {@code error:} and the message of the
 * evaluation, or {@code rejected:} and a part of the compiler's message.
 */
final class FunctionTablesTest {
  private static final List<String> TABLES =
      List.of(
          "addresses",
          "comprehensions",
          "conversions",
          "equality",
          "format",
          "lists",
          "named-formats",
          "optionals",
          "patterns",
          "quantities",
          "sets",
          "strings",
          "urls",
          "versions");

  private static final Expressions EXPRESSIONS =
      Expressions.of(
          """
          type: object
          properties:
            text: {type: string}
            whole: {type: integer}
            list: {type: array, items: {type: integer}}
            texts: {type: array, items: {type: string}}
            set: {type: array, items: {type: string}, x-kubernetes-list-type: set}
            map: {type: object, additionalProperties: {type: integer}}
            keyed:
              type: array
              x-kubernetes-list-type: map
              x-kubernetes-list-map-keys: [k]
              items: {type: object, properties: {k: {type: string}, v: {type: integer}}}
            wait: {type: string, format: duration}
            at: {type: string, format: date-time}
            data: {type: string, format: byte}
            absent: {type: string}
          """,
          """
          text: abc
          whole: 3
          list: [1, 2, 3]
          texts: [b, a]
          set: [x, y]
          map: {a: 1, b: 2}
          keyed: [{k: a, v: 1}, {k: b, v: 2}]
          wait: 90m
          at: "2024-02-29T12:30:00Z"
          data: aGVsbG8=
          """);

  /** Cached, because mutation testing reads the rows of one table many times. */
  private static final Map<String, List<Row>> ROWS = new ConcurrentHashMap<>();

  static Stream<Row> rows() {
    return TABLES.stream()
        .flatMap(table -> ROWS.computeIfAbsent(table, FunctionTablesTest::read).stream());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void hasOutcomeOfTable(Row row) {
    if (row.outcome.startsWith("error: ")) {
      assertThat("error: " + EXPRESSIONS.failure(row.expression)).isEqualTo(row.outcome);
    } else if (row.outcome.startsWith("rejected: ")) {
      assertThat(EXPRESSIONS.rejection(row.expression))
          .contains(row.outcome.substring("rejected: ".length()));
    } else {
      assertThat(EXPRESSIONS.holds("(" + row.expression + ") == (" + row.outcome + ")"))
          .as("%s equals %s", row.expression, row.outcome)
          .isTrue();
    }
  }

  private static List<Row> read(String table) {
    try (InputStream in = FunctionTablesTest.class.getResourceAsStream(table + ".txt")) {
      var rows = new ArrayList<Row>();
      int number = 0;
      for (String line : new String(requireNonNull(in).readAllBytes(), UTF_8).lines().toList()) {
        number++;
        if (!line.isBlank() && !line.startsWith("#")) {
          int bar = line.lastIndexOf(" | ");
          String expression = line.substring(0, bar).strip();
          rows.add(new Row(table, number, expression, line.substring(bar + 3).strip()));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new AssertionError(table, e);
    }
  }

  private record Row(String table, int line, String expression, String outcome) {
    @Override
    public String toString() {
      return table + ".txt:" + line + " " + expression;
    }
  }
}
