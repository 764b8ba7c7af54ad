package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class JsonTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                   | OBJECT
          []                   | ARRAY
          ""                   | STRING
          true                 | BOOLEAN
          false                | BOOLEAN
          null                 | NULL
          0                    | INTEGER
          -1                   | INTEGER
          9223372036854775807  | INTEGER
          -9223372036854775808 | INTEGER
          9223372036854775808  | NUMBER
          -9223372036854775809 | NUMBER
          1.5                  | NUMBER
          1e400                | NUMBER
          """)
  void valueHasAType(String json, JsonType type) {
    assertThat(JsonType.of(JsonTrees.read(json))).isEqualTo(type);
  }

  @ParameterizedTest
  @EnumSource(
      value = JsonType.class,
      names = {"OBJECT", "ARRAY", "STRING", "INTEGER", "NUMBER", "BOOLEAN"})
  void typeIsFoundByItsName(JsonType type) {
    assertThat(JsonType.named(type.word())).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({"text", "null", "''", "'integer,string'"})
  void unknownNameIsTypeAny(String word) {
    assertThat(JsonType.named(word)).isEqualTo(JsonType.ANY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OBJECT        | OBJECT
          ARRAY         | ARRAY
          STRING        | STRING
          INTEGER       | INTEGER NEAR_INTEGER
          NUMBER        | INTEGER NEAR_INTEGER NUMBER
          BOOLEAN       | BOOLEAN
          INT_OR_STRING | INTEGER NEAR_INTEGER STRING
          """)
  void schemaAdmitsValuesOfItsType(JsonType schema, String admitted) {
    assertThat(admittedBy(schema)).isEqualTo(Set.of(admitted.split(" ")));
  }

  @Test
  void schemaWithoutTypeAdmitsEverything() {
    assertThat(admittedBy(JsonType.ANY)).hasSize(JsonType.values().length);
  }

  private static Set<String> admittedBy(JsonType schema) {
    return EnumSet.allOf(JsonType.class).stream()
        .filter(schema::admits)
        .map(JsonType::name)
        .collect(Collectors.toSet());
  }
}
