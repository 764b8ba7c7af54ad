package io.listwatch.selector;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages are kube-apiserver's, as clients see them. */
final class LabelSelectorErrorsTest {
  private static final String REQUIREMENT = "unable to parse requirement: ";
  private static final String NAME_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  private static final String PREFIX_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is"
          + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  private static final String VALUE_RULE =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is"
          + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
  private static final String NOT_AN_INTEGER =
      "for 'Gt', 'Lt' operators, the value must be an integer";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        ",          | found ',', expected: !, identifier, or 'end of string'",
        "=a         | found '=', expected: !, identifier, or 'end of string'",
        "!=a        | found '!=', expected: !, identifier, or 'end of string'",
        "(app=a)    | found '(', expected: !, identifier, or 'end of string'",
        "app=a=b    | found '=', expected: ',' or 'end of string'",
        "x==a==b    | found '==', expected: ',' or 'end of string'",
        "!app=a     | found '=', expected: ',' or 'end of string'",
        "!app b     | found 'b', expected: ',' or 'end of string'",
        "!app in (a)| found 'in', expected: ',' or 'end of string'",
        "app=a b    | found 'b', expected: ',' or 'end of string'",
        "app in (a))| found ')', expected: ',' or 'end of string'",
        "app=a,     | found '', expected: identifier after ','",
        "app,,tier  | found ',', expected: identifier after ','",
        "app,=a     | found '=', expected: identifier after ','",
      })
  void reportsProblemsBetweenRequirements(String text, String message) {
    assertRefused(text, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "!           | found '', expected: identifier",
        "!!a         | found '!', expected: identifier",
        "a=!         | found '!', expected: identifier",
        "a===b       | found '=', expected: identifier",
        "a>)         | found ')', expected: identifier",
        "a b         | found 'b', expected: in, notin, =, ==, !=, gt, lt",
        "a (b)       | found '(', expected: in, notin, =, ==, !=, gt, lt",
        "a !         | found '!', expected: in, notin, =, ==, !=, gt, lt",
        "a IN (b)    | found 'IN', expected: in, notin, =, ==, !=, gt, lt",
        "app in a    | found 'a' expected: '('",
        "app notin   | found '' expected: '('",
        "app in (    | found '', expected: ',', ')' or identifier",
        "app in (=   | found '=', expected: ',', ')' or identifier",
        "app in ((a))| found '(', expected: ',', ')' or identifier",
        "app in (a   | found '', expected: ',' or ')'",
        "app in (a b)| found 'b', expected: ',' or ')'",
        "app in (a=b)| found '=', expected: ',' or ')'",
        "app in (a,  | found '', expected: ',', or identifier",
        "app in (,   | found '', expected: ',', or identifier",
        "app in (a,!)| found '!', expected: ',', or identifier",
      })
  void reportsProblemsInsideARequirement(String text, String message) {
    assertRefused(
        text, text.startsWith("!=") ? message.replace("'='", "'!='") : REQUIREMENT + message);
  }

  static Stream<Arguments> keys() {
    String name63 = "n".repeat(63);
    String prefix253 = "p" + ".p".repeat(126);
    return Stream.of(
        arguments("example.com/", "name part must be non-empty; name part " + NAME_RULE),
        arguments("-bad", "name part " + NAME_RULE),
        arguments("bad-", "name part " + NAME_RULE),
        arguments("a||b", "name part " + NAME_RULE),
        arguments(name63 + "n", "name part must be no more than 63 bytes"),
        arguments(
            "é".repeat(32), "name part must be no more than 63 bytes; name part " + NAME_RULE),
        arguments("/a", "prefix part must be non-empty"),
        arguments(
            "/",
            "prefix part must be non-empty; name part must be non-empty; name part " + NAME_RULE),
        arguments("Example.com/a", "prefix part " + PREFIX_RULE),
        arguments("a..b/c", "prefix part " + PREFIX_RULE),
        arguments("a.-b/c", "prefix part " + PREFIX_RULE),
        arguments("a-.b/c", "prefix part " + PREFIX_RULE),
        arguments(".a/c", "prefix part " + PREFIX_RULE),
        arguments("a./c", "prefix part " + PREFIX_RULE),
        arguments("a_b/c", "prefix part " + PREFIX_RULE),
        arguments(prefix253 + "p/a", "prefix part must be no more than 253 bytes"),
        arguments(
            prefix253 + "./a",
            "prefix part must be no more than 253 bytes; prefix part " + PREFIX_RULE),
        arguments(
            "a/b/c",
            "a valid label key "
                + NAME_RULE
                + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void reportsProblemsOfAKey(String key, String reason) {
    String message = REQUIREMENT + "<nil>: Invalid value: \"" + key + "\": " + reason;

    assertRefused(key, message);
    assertRefused("!" + key, message);
    assertRefused(key + "=x", message);
  }

  static Stream<Arguments> values() {
    String value64 = "v".repeat(64);
    return Stream.of(
        arguments(
            "app=" + value64,
            "values[0][app]: Invalid value: \"" + value64 + "\": must be no more than 63 bytes"),
        arguments("app=-a", "values[0][app]: Invalid value: \"-a\": " + VALUE_RULE),
        arguments("app=a/b", "values[0][app]: Invalid value: \"a/b\": " + VALUE_RULE),
        arguments(
            "app in (ok,é" + value64 + ")",
            "values[1][app]: Invalid value: \"é"
                + value64
                + "\": must be no more than 63 bytes; "
                + VALUE_RULE),
        arguments(
            "a in (_,b,-)",
            "[values[0][a]: Invalid value: \"-\": "
                + VALUE_RULE
                + ", values[1][a]: Invalid value: \"_\": "
                + VALUE_RULE
                + "]"),
        // Sorted by bytes, so that the character outside the basic plane comes last.
        arguments(
            "a in (😀,￮)",
            "[values[0][a]: Invalid value: \"￮\": "
                + VALUE_RULE
                + ", values[1][a]: Invalid value: \"😀\": "
                + VALUE_RULE
                + "]"),
        arguments("app>a", "values[0]: Invalid value: \"a\": " + NOT_AN_INTEGER),
        arguments("n<abc", "values[0]: Invalid value: \"abc\": " + NOT_AN_INTEGER),
        arguments("n>", "values[0]: Invalid value: \"\": " + NOT_AN_INTEGER),
        arguments(
            "n>9223372036854775808",
            "values[0]: Invalid value: \"9223372036854775808\": " + NOT_AN_INTEGER),
        arguments("n>-5", "values[0][n]: Invalid value: \"-5\": " + VALUE_RULE),
        arguments(
            "n>a-",
            "[values[0]: Invalid value: \"a-\": "
                + NOT_AN_INTEGER
                + ", values[0][n]: Invalid value: \"a-\": "
                + VALUE_RULE
                + "]"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void reportsProblemsOfAValue(String text, String message) {
    assertRefused(text, REQUIREMENT + message);
  }

  static Stream<Arguments> quotations() {
    return Stream.of(
        arguments("a\"\\b", "a\\\"\\\\b"),
        arguments("\u0007\b\f\u000b", "\\a\\b\\f\\v"),
        arguments("\u0001\u007f", "\\x01\\x7f"),
        arguments(
            "\u0085\u00ad\u200b\u2028\u3000\ue000", "\\u0085\\u00ad\\u200b\\u2028\\u3000\\ue000"),
        arguments("\udb40\udc01", "\\U000e0001"),
        arguments("é😀'", "é😀'"));
  }

  @ParameterizedTest
  @MethodSource("quotations")
  void escapesUnprintableCharacters(String key, String quoted) {
    String message =
        REQUIREMENT + "<nil>: Invalid value: \"" + quoted + "\": name part " + NAME_RULE;

    assertRefused(key, message);
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> LabelSelector.parse(text))
        .isInstanceOf(InvalidSelectorException.class)
        .hasMessage(message);
  }
}
