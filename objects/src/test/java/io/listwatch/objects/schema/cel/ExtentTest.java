package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The number of values that fit in a request; {@link SchemaTypesTest} has the sizes of each type.
 */
final class ExtentTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: integer} | 1572864",
        "{type: boolean} | 629145",
        "{type: string} | 1048576",
        "{type: string, maxLength: 1000} | 1048576",
        "{type: string, format: date} | 241979",
        "{type: string, format: date-time} | 142987",
        "{type: array, items: {type: string}} | 1048576",
        "{type: object} | 1048576",
        "{type: object, required: [a], properties: {a: {type: integer}}} | 349525",
      })
  void countsTheSmallestValuesWithTheirSeparators(String schema, long count) {
    assertThat(RuleExpressions.over(schema).type().extent().countInRequest()).isEqualTo(count);
  }
}
