package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The identifiers of JSON members in rules. */
final class FieldNamesTest {
  @ParameterizedTest
  @CsvFileSource(
      resources = "field-names.txt",
      delimiterString = " | ",
      useHeadersInDisplayName = true)
  void escapesAsKubernetesDocuments(String name, String identifier) {
    assertThat(FieldNames.escape(name)).isEqualTo(identifier.equals("-") ? null : identifier);
  }

  @Test
  void emptyNameHasNoIdentifier() {
    assertThat(FieldNames.escape("")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespace", "true", "while", "in"})
  void reservedWordsMayAlsoFollowADot(String word) {
    assertThat(FieldNames.isReserved(word)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "", "Namespace", "__namespace__", "int"})
  void otherNamesAreNotReserved(String name) {
    assertThat(FieldNames.isReserved(name)).isFalse();
  }

  @Test
  void ruleCannotReferToAMemberWithoutIdentifier() {
    RuleExpressions over =
        RuleExpressions.over(
            "{type: object, properties: {$ref: {type: string}, a: {type: string}}}");

    assertThat(over.compile("has(self.a)").failure()).isEmpty();
    assertThat(over.compile("has(self.$ref)").failure()).contains("Syntax error");
    assertThat(over.compile("has(self.ref)").failure()).contains("undefined field 'ref'");
  }
}
