package io.listwatch.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonCursorTest {
  @Test
  void walksObjectsAndArrays() {
    var cursor = cursor(" { \"a\" : [ 1 , true ] , \"b\" : { } } ");

    cursor.enterObject();
    assertThat(cursor.nextField()).isTrue();
    assertThat(cursor.field()).isEqualTo("a");
    cursor.enterArray();
    assertThat(cursor.nextElement()).isTrue();
    assertThat(cursor.integer()).isEqualTo(1);
    assertThat(cursor.nextElement()).isTrue();
    assertThat(cursor.bool()).isTrue();
    assertThat(cursor.nextElement()).isFalse();
    assertThat(cursor.nextField()).isTrue();
    assertThat(cursor.fieldIs("b".getBytes(UTF_8))).isTrue();
    cursor.enterObject();
    assertThat(cursor.nextField()).isFalse();
    assertThat(cursor.nextField()).isFalse();
    cursor.end();
  }

  @Test
  void peeksAtEveryKindOfValueWithoutReadingIt() {
    var cursor = cursor("[{},[],\"\",-1,true,false,null]");
    var kinds = new ArrayList<JsonType>();

    cursor.enterArray();
    while (cursor.nextElement()) {
      kinds.add(cursor.peek());
      assertThat(cursor.peek()).isEqualTo(kinds.get(kinds.size() - 1));
      cursor.skip();
    }

    assertThat(kinds)
        .containsExactly(
            JsonType.OBJECT,
            JsonType.ARRAY,
            JsonType.STRING,
            JsonType.NUMBER,
            JsonType.BOOLEAN,
            JsonType.BOOLEAN,
            JsonType.NULL);
  }

  @Test
  void decodesEveryEscape() {
    assertThat(cursor("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9\\ud83d\\ude00\"").string())
        .isEqualTo("\"\\/\b\f\n\r\téé😀");
  }

  @Test
  void decodesCharactersOfEveryUtf8Length() {
    assertThat(cursor("\"a é € 😀 \\n é\"").string()).isEqualTo("a é € 😀 \n é");
  }

  /**
   * Strings are scanned eight bytes at a time, so each offset and length takes another code path.
   */
  @Test
  void findsTheEndOfAStringAtEveryAlignment() {
    for (int before = 0; before < 9; before++) {
      for (int length = 0; length < 20; length++) {
        String text = "x".repeat(length);
        String json = " ".repeat(before) + '"' + text + '"';

        assertThat(cursor(json).string()).isEqualTo(text);
        assertThat(cursor(json + " ".repeat(9)).string()).isEqualTo(text);
      }
    }
  }

  @Test
  void findsASpecialCharacterAtEveryAlignment() {
    for (int at = 0; at < 20; at++) {
      String before = "x".repeat(at);
      for (String special : List.of("é", "€", "😀", "\u007f")) {
        assertThat(cursor('"' + before + special + "yyyyyyyyy\"").string())
            .isEqualTo(before + special + "yyyyyyyyy");
      }
      assertThat(cursor('"' + before + "\\\\yyyyyyyyy\"").string())
          .isEqualTo(before + "\\yyyyyyyyy");
      assertThatThrownBy(() -> cursor('"' + before + "\u001fyyyyyyyyy\"").string())
          .hasMessageContaining("control character");
    }
  }

  @Test
  void matchesAnEscapedMemberName() {
    var cursor = cursor("{\"meta\\u0064ata\":1}");

    cursor.enterObject();
    cursor.nextField();

    assertThat(cursor.fieldIs("metadata".getBytes(UTF_8))).isTrue();
    assertThat(cursor.fieldIs("meta\\u0064ata".getBytes(UTF_8))).isFalse();
    assertThat(cursor.field()).isEqualTo("metadata");
    assertThat(cursor.field(StringPool.SHARED)).isEqualTo("metadata");
  }

  @Test
  void matchesANonAsciiMemberName() {
    var cursor = cursor("{\"größe\":1}");

    cursor.enterObject();
    cursor.nextField();

    assertThat(cursor.fieldIs("größe".getBytes(UTF_8))).isTrue();
    assertThat(cursor.field(StringPool.SHARED)).isEqualTo("größe");
  }

  @Test
  void reportsOffsetsOfMembersAndCommas() {
    String json = "{ \"a\": 1 , \"b\": 2}";
    var cursor = cursor(json);

    cursor.enterObject();
    cursor.nextField();
    assertThat(cursor.fieldStart()).isEqualTo(json.indexOf("\"a\""));
    assertThat(cursor.commaBefore()).isEqualTo(-1);
    cursor.skip();
    assertThat(cursor.position()).isEqualTo(json.indexOf(" ,"));
    cursor.nextField();
    assertThat(cursor.fieldStart()).isEqualTo(json.indexOf("\"b\""));
    assertThat(cursor.commaBefore()).isEqualTo(json.indexOf(','));
  }

  @Test
  void readsARangeOfAByteArray() {
    byte[] bytes = "garbage{\"a\":1}garbage".getBytes(UTF_8);
    var cursor = new JsonCursor(bytes, 7, 14);

    cursor.skip();

    assertThat(cursor.position()).isEqualTo(14);
    cursor.end();
  }

  @Test
  void readsNothingPastItsRange() {
    byte[] bytes = "\"abc\"".getBytes(UTF_8);

    assertThatThrownBy(() -> new JsonCursor(bytes, 0, 4).string())
        .isInstanceOf(JsonException.class)
        .hasMessage("document: a string that does not end (byte 4)");
  }

  @Test
  void countsOffsetsFromTheStartOfItsRange() {
    byte[] bytes = "     {\"a\":x}".getBytes(UTF_8);

    var problem =
        catchThrowableOfType(
            JsonException.class, () -> new JsonCursor(bytes, 5, bytes.length).skip());

    assertThat(problem.offset()).isEqualTo(5);
    assertThat(problem.place()).isEqualTo("a");
    assertThat(problem.problem()).isEqualTo("unexpected 'x'");
  }

  @Test
  void reportsWhetherAllStringsWereAscii() {
    var plain = cursor("{\"a\":\"\\u00e9\"}");
    var inName = cursor("{\"é\":1}");
    var inValue = cursor("[\"é\"]");

    plain.skip();
    inName.skip();
    inValue.skip();

    assertThat(plain.ascii()).isTrue();
    assertThat(inName.ascii()).isFalse();
    assertThat(inValue.ascii()).isFalse();
  }

  @Test
  void readsAnyValueAsAString() {
    assertThat(text("\"a\\nb\"")).isEqualTo("a\nb");
    assertThat(text("-1.50e3")).isEqualTo("-1.50e3");
    assertThat(text("false")).isEqualTo("false");
    assertThat(text("{\"é\": [1, 2]}")).isEqualTo("{\"é\": [1, 2]}");
    assertThat(text("null")).isNull();
  }

  private static @Nullable String text(String json) {
    return cursor(json).text(StringPool.SHARED);
  }

  @Test
  void skipsNullAndNothingElse() {
    assertThat(cursor("null").skipNull()).isTrue();
    assertThat(cursor("0").skipNull()).isFalse();
    assertThatThrownBy(() -> cursor("nil").skipNull()).hasMessageContaining("unexpected 'n'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "1",
        "-12",
        "1.5",
        "0.10",
        "1e5",
        "1E+5",
        "1.0e-05",
        "12345678901234567890"
      })
  void acceptsEveryNumberFormat(String number) {
    var cursor = cursor("[" + number + "]");

    cursor.skip();

    cursor.end();
  }

  @ParameterizedTest
  @ValueSource(strings = {"01", "-", "+1", ".5", "1.", "1e", "1e+", "-x", "0x10", "NaN", "1_0"})
  void rejectsMalformedNumbers(String number) {
    assertThatThrownBy(() -> cursor("[" + number + "]").skip()).isInstanceOf(JsonException.class);
  }

  @Test
  void rejectsNumbersThatJacksonRejects() {
    cursor("1".repeat(1000)).skip();

    assertThatThrownBy(() -> cursor("1".repeat(1001)).skip())
        .hasMessage("document: a number longer than 1000 bytes (byte 0)");
  }

  @Test
  void rejectsNamesThatJacksonRejects() {
    cursor("{\"" + "n".repeat(50_000) + "\":1}").skip();

    assertThatThrownBy(() -> cursor("{\"" + "n".repeat(50_001) + "\":1}").skip())
        .hasMessageContaining("a member name longer than 50000 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9223372036854775808", "1.0", "1e2", "-9223372036854775809", "0.0000000000001"})
  void rejectsFractionsWhereAnIntegerIsExpected(String number) {
    assertThatThrownBy(() -> cursor(number).integer())
        .hasMessage("document: is not a whole number of 64 bits (byte 0)");
  }

  @Test
  void reads64BitIntegers() {
    assertThat(cursor("9223372036854775807").integer()).isEqualTo(Long.MAX_VALUE);
    assertThat(cursor("-9223372036854775808").integer()).isEqualTo(Long.MIN_VALUE);
    assertThat(cursor("-0").integer()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "``             | document: ends too early (byte 0)",
        "{              | document: ends too early (byte 1)",
        "{\"a           | a: a string that does not end (byte 3)",
        "{\"a\"         | a: ends too early (byte 4)",
        "{\"a\":        | a: ends too early (byte 5)",
        "{\"a\":tru     | a: ends too early (byte 8)",
        "{\"a\":-       | a: ends too early (byte 6)",
        "{\"a\":1.      | a: ends too early (byte 7)",
        "{\"a\":\"\\    | a: a string that does not end (byte 7)",
        "{\"a\":\"\\u12 | a: a string that does not end (byte 10)",
        "{\"a\":1       | a: ends too early (byte 6)",
        "{\"a\":1,      | document: ends too early (byte 7)",
        "{\"a\":[1,     | a[1]: ends too early (byte 8)",
        "{\"a\":1,}     | document: expected a member name, found '}' (byte 7)",
        "{\"a\" 1}      | a: expected ':', found '1' (byte 5)",
        "{\"a\":1 \"b\" | a: expected ',' or '}', found '\"' (byte 7)",
        "{a:1}          | document: expected a member name, found 'a' (byte 1)",
        "{1:1}          | document: expected a member name, found '1' (byte 1)",
        "[1,]           | [1]: unexpected ']' (byte 3)",
        "[,1]           | [0]: unexpected ',' (byte 1)",
        "[1 2]          | [0]: expected ',' or ']', found '2' (byte 3)",
        "[1}            | [0]: expected ',' or ']', found '}' (byte 2)",
        "{\"a\":1]      | a: expected ',' or '}', found ']' (byte 6)",
        "[truth]        | [0]: unexpected 't' (byte 1)",
        "[True]         | [0]: unexpected 'T' (byte 1)",
        "['a']          | [0]: unexpected ''' (byte 1)",
        "[\"\\x\"]      | [0]: an unknown escape in a string (byte 2)",
        "[\"\\u12g4\"]  | [0]: an escape that is not hexadecimal (byte 2)",
        "[\"\\ud800\"]  | [0]: a lone surrogate in a string (byte 2)",
        "[\"\\udc00\"]  | [0]: a lone surrogate in a string (byte 2)",
        "[\"\\ud800\\ud800\"] | [0]: a lone surrogate in a string (byte 2)",
        "[\"\\ud800x\"] | [0]: a lone surrogate in a string (byte 2)",
      })
  void reportsTheProblemAndItsPlace(String json, String message) {
    assertThatThrownBy(() -> cursor(json).skip()).hasMessage(message);
  }

  @Test
  void rejectsTrailingContent() {
    var cursor = cursor("{} \n {}");
    cursor.skip();

    assertThatThrownBy(cursor::end).hasMessage("document: expected the end, found '{' (byte 5)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"1|a number", "\"a\"|a string", "[]|an array", "true|a boolean", "null|null"})
  void namesTheTypeFoundAndTheTypeExpected(String json, String kind) {
    assertThatThrownBy(() -> cursor(json).enterObject())
        .hasMessage("document: is " + kind + " (expected: an object) (byte 0)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0080", // a lone continuation byte
        "\u00c0\u0080", // an overlong NUL
        "\u00c1\u00bf",
        "\u00e0\u0080\u00af", // an overlong slash
        "\u00f0\u0080\u0080\u00af",
        "\u00ed\u00a0\u0080", // a surrogate
        "\u00ed\u00bf\u00bf",
        "\u00f4\u0090\u0080\u0080", // past U+10FFFF
        "\u00f5\u0080\u0080\u0080",
        "\u00fe",
        "\u00ff",
        "\u00c3", // truncated by the quote
        "\u00e2\u0082",
        "\u00f0\u009f\u0098",
        "\u00e2\u00e2\u00e2",
      })
  void rejectsInvalidUtf8(String latin1) {
    byte[] bytes = ("[\"abcdefgh" + latin1 + "\"]").getBytes(ISO_8859_1);

    assertThatThrownBy(() -> new JsonCursor(bytes).skip())
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("[0]: invalid UTF-8: byte 0x")
        .hasMessageEndingWith("(byte 10)");
  }

  @Test
  void acceptsTheBoundariesOfUtf8() {
    String edges = "\u0080\u07ff\u0800\ud7ff\ue000\uffff" + Character.toString(0x10000);
    String last = Character.toString(0x10ffff);

    assertThat(cursor('"' + edges + last + '"').string()).isEqualTo(edges + last);
  }

  @Test
  void limitsTheNestingDepthLikeJackson() {
    cursor("[".repeat(1000) + "]".repeat(1000)).skip();

    assertThatThrownBy(() -> cursor("[".repeat(1001) + "]".repeat(1001)).skip())
        .hasMessageContaining("nested deeper than 1000 levels");
  }

  @Test
  void distinguishesObjectsFromArraysAtEveryLevel() {
    String mixed = "[{\"a\":".repeat(500) + "1" + "}]".repeat(500);
    cursor(mixed).skip();

    String crossed = "[{\"a\":".repeat(100) + "1" + "]}".repeat(100);
    assertThatThrownBy(() -> cursor(crossed).skip())
        .hasMessageContaining("expected ',' or '}', found ']'");
  }

  @Test
  void continuesAfterAnUnreadableValue() {
    for (String broken :
        List.of(
            "{\"a\":01}",
            "\"\\ud800 \\\" ]\"",
            "[\"]\",}",
            "nonsense",
            "{\"a\":\u0000}",
            "[".repeat(5000) + "]".repeat(5000),
            "{} trailing")) {
      var cursor = cursor("[" + broken + ",\"next\"]");
      cursor.enterArray();
      cursor.nextElement();

      cursor.pass();

      assertThat(cursor.nextElement()).as(broken).isTrue();
      assertThat(cursor.string()).isEqualTo("next");
      assertThat(cursor.nextElement()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[,1]", "[]]", "[}"})
  void passRejectsAMissingValue(String json) {
    var cursor = cursor(json);
    cursor.enterArray();

    assertThatThrownBy(cursor::pass).hasMessageContaining("[0]: unexpected ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[{", "[{\"a", "[\"a\\", "[1", "[[1]"})
  void passRejectsTruncatedInput(String json) {
    var cursor = cursor(json);
    cursor.enterArray();
    cursor.nextElement();

    assertThatThrownBy(cursor::pass)
        .isInstanceOf(JsonException.class)
        .hasMessageEndingWith("ends too early (byte " + json.length() + ")");
  }

  @Test
  void jumpsOverAValueThatAnotherCursorHasRead() {
    byte[] bytes = "[{\"a\":1}, 2]".getBytes(UTF_8);
    var outer = new JsonCursor(bytes);
    outer.enterArray();
    outer.nextElement();
    var inner = new JsonCursor(bytes, outer.position(), bytes.length);
    inner.skip();

    outer.jump(inner.position());

    assertThat(outer.nextElement()).isTrue();
    assertThat(outer.integer()).isEqualTo(2);
  }

  private static JsonCursor cursor(String json) {
    return new JsonCursor(json.getBytes(UTF_8));
  }
}
