package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.FieldError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComplaintsTest {
  private final ValuePath path = new ValuePath();

  /** The expected strings are those of Go's {@code %v}. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "1, 1",
    "-1.5, -1.5",
    "0.1, 0.1",
    "100000, 100000",
    "123456.7, 123456.7",
    "999999, 999999",
    "1000000, 1e+06",
    "1234567.5, 1.2345675e+06",
    "-1e21, -1e+21",
    "1e100, 1e+100",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "0.000012345, 1.2345e-05",
    "1e-100, 1e-100"
  })
  void writesDoublesAsGoDoes(double number, String written) {
    assertThat(Complaints.spelled(number)).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "a\\"<"              | "a\\"<"
          5                    | 5
          9223372036854775807  | 9223372036854775807
          9223372036854775808  | 9.223372036854776e+18
          1.5                  | 1.5
          null                 | null
          true                 | true
          {"b": "<", "a": [1]} | {"a":[1],"b":"\\u003c"}
          []                   | []
          """)
  void showsValuesAsGoDoes(String json, String shown) {
    assertThat(FieldError.shown(Complaints.shown(JsonTrees.read(json)))).isEqualTo(shown);
  }

  @Test
  void fieldIsRelativeToThePrefix() {
    var inObject = new Complaints(path, "");
    var inStatus = new Complaints(path, "status");

    assertThat(inObject.required("a").field()).isEqualTo("a");
    assertThat(inStatus.required("a").field()).isEqualTo("status.a");
    assertThat(inObject.tooMany(2, 1L).field()).isEqualTo("<nil>");
    assertThat(inStatus.tooMany(2, 1L).field()).isEqualTo("status");
    assertThat(inStatus.junction("fails").field()).isEqualTo("status");

    path.enter("a");

    assertThat(inStatus.tooMany(2, 1L).field()).isEqualTo("status.a");
    assertThat(inStatus.junction("fails").field()).isEqualTo("status");
    assertThat(inObject.junction("fails").field()).isEqualTo("<nil>");
  }
}
