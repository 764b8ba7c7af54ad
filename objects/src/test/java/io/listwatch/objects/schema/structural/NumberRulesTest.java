package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberRulesTest {
  private static NumberRules of(String schema, JsonType type) {
    return NumberRules.of(yaml(schema), type, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                       | -1 0 1.5 1e300 |
          {minimum: 2}                             | 2 3 2.5        | 1 1.5 -2
          {minimum: 2, exclusiveMinimum: true}     | 3 2.5          | 2 2.0 1
          {maximum: 2}                             | 2 1 1.5        | 3 2.5
          {maximum: 2, exclusiveMaximum: true}     | 1 1.5          | 2 2.0 3
          {minimum: 0.5, maximum: 1.5}             | 0.5 1 1.5      | 0.25 1.75 2
          {minimum: "2"}                           | 1              |
          {multipleOf: 3}                          | -3 0 3 9 4.5e1 | 1 4 4.5
          {multipleOf: 0.01}                       | 0.0 0.07 1.0   | 0.005 19.999 1
          {multipleOf: -1}                         |                | 0 1 1.5
          {multipleOf: 0}                          |                | 0 1 1.5
          """)
  void fitsNumbersThatSatisfyAllConstraints(
      String schema, @Nullable String fitting, @Nullable String others) {
    NumberRules rules = of(schema, JsonType.NUMBER);

    assertThat(numbers(fitting)).allMatch(number -> rules.fits(JsonTrees.read(number)));
    assertThat(numbers(others)).noneMatch(number -> rules.fits(JsonTrees.read(number)));
  }

  private static String[] numbers(@Nullable String text) {
    return text == null ? new String[0] : text.split(" ");
  }

  @ParameterizedTest
  @CsvSource({"minimum: 0.5", "maximum: 99.5", "multipleOf: 0.5", "minimum: 1e30"})
  void boundThatIsNotAnIntegerRejectsEveryInteger(String bound) {
    assertThat(of("{" + bound + "}", JsonType.INTEGER).fits(JsonTrees.read("5"))).isFalse();
  }

  /** 9007199254740993 is the same double as 9007199254740992. */
  @Test
  void comparesLargeIntegersExactly() {
    NumberRules rules = of("{}", JsonType.INTEGER);
    double bound = 9007199254740992d;

    assertThat(rules.tooLarge(JsonTrees.read("9007199254740993"), bound)).isTrue();
    assertThat(rules.tooLarge(JsonTrees.read("9007199254740992"), bound)).isFalse();
    assertThat(rules.isMultiple(JsonTrees.read("9007199254740993"), 2)).isFalse();
    assertThat(rules.isMultiple(JsonTrees.read("9007199254740992"), 2)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "0, true",
    "3, true",
    "-3, true",
    "2.9999999999999996, false",
    "3.0000000000000004, true",
    "-3.0000000000000004, false",
    "3.00001, false",
    "2.5, false",
    "-2.5, false",
    "9007199254740991, true",
    "9007199254740992, false",
    "-9007199254740992, false"
  })
  void quotientIsWholeWithinATolerance(double quotient, boolean whole) {
    assertThat(NumberRules.isWhole(quotient)).isEqualTo(whole);
  }
}
