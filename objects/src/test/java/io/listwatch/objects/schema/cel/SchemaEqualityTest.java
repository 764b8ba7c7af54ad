package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class SchemaEqualityTest {
  @ParameterizedTest
  @CsvFileSource(
      resources = "schema-equality.txt",
      delimiterString = " | ",
      useHeadersInDisplayName = true)
  void comparesBySchema(String schema, String before, String after, boolean unchanged) {
    assertThat(SchemaEquality.equal(Rules.read(schema), value(after), value(before)))
        .isEqualTo(unchanged);
  }

  private static JsonValue value(String yaml) {
    return Rules.read("v: " + yaml).path("v");
  }

  @Test
  void declaredMemberComesBeforeAdditionalOnes() {
    JsonValue schema =
        Rules.read("{properties: {a: {type: string}}, additionalProperties: {type: integer}}");

    assertThat(SchemaEquality.member(schema, "a").path("type").asText()).isEqualTo("string");
    assertThat(SchemaEquality.member(schema, "b").path("type").asText()).isEqualTo("integer");
    assertThat(SchemaEquality.member(Rules.read("{}"), "a").isMissing()).isTrue();
  }
}
