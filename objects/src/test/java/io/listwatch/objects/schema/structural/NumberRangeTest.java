package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberRangeTest {
  @ParameterizedTest
  @CsvSource({
    "INTEGER, int32, INT32",
    "INTEGER, int64, INT64",
    "INTEGER, '', INTEGER",
    "INTEGER, float, INTEGER",
    "NUMBER, float, FLOAT",
    "NUMBER, double, ANY",
    "NUMBER, int32, ANY",
    "STRING, float, ANY",
    "INT_OR_STRING, int32, ANY",
    "ANY, int32, ANY"
  })
  void rangeFollowsFromTypeAndFormat(JsonType type, String format, NumberRange range) {
    assertThat(NumberRange.of(type, format)).isEqualTo(range);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INT32   | -2147483648 0 2147483647                      | -2147483649 2147483648 1.5 1e30
          INT64   | -9223372036854775808 9223372036854775807 1e18 | 9223372036854775808 1.5 -1e19
          INTEGER | -9223372036854775808 9223372036854775807 1e18 | 9223372036854775808 1.5 -1e19
          FLOAT   | 0 1.5 3.4028234663852886e38 -3.4e38           | 3.5e38 -3.5e38
          """)
  void holdsNumbersWithinTheRange(NumberRange range, String held, String outside) {
    assertThat(held.split(" ")).allMatch(number -> range.holds(JsonTrees.read(number)));
    assertThat(outside.split(" ")).noneMatch(number -> range.holds(JsonTrees.read(number)));
  }

  @ParameterizedTest
  @CsvSource({"0", "1e300", "-1.5", "9223372036854775808"})
  void unlimitedRangeHoldsEveryNumber(String number) {
    assertThat(NumberRange.ANY.holds(JsonTrees.read(number))).isTrue();
    assertThat(NumberRange.ANY.holds(Double.parseDouble(number))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "INT32, -2147483648, true",
    "INT32, 2147483648, false",
    "INT32, 0.5, false",
    "INT64, 0x1p62, true",
    "INT64, -0x1p63, false",
    "INT64, 0x1p63, false",
    "INT64, 0.5, false",
    "INTEGER, -0x1p64, false",
    "FLOAT, 0x1p127, true",
    "FLOAT, 0x1p128, false"
  })
  void holdsBoundsWithinTheRange(NumberRange range, double bound, boolean held) {
    assertThat(range.holds(bound)).isEqualTo(held);
  }

  @ParameterizedTest
  @CsvSource({
    "INT32, integer with format int32",
    "INT64, integer with format int64",
    "INTEGER, integer (default format)",
    "FLOAT, number with format float"
  })
  void messagesNameTypeAndFormat(NumberRange range, String word) {
    assertThat(range.word()).isEqualTo(word);
  }
}
