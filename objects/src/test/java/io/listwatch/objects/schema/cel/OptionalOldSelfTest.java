package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@code optionalOldSelf}, a transition rule also runs when there is no old value. */
final class OptionalOldSelfTest {
  private static Rules rules(String schema, String rule) {
    return Rules.of(
        """
        {type: object, properties: {v: {%s, x-kubernetes-validations: [{rule: "%s", optionalOldSelf: true, message: no}]}}}
        """
            .formatted(schema, rule));
  }

  /** The columns are the rule, the old object if any, the new object, and whether it is valid. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "oldSelf.hasValue() |  | v: 1 | false",
        "oldSelf.hasValue() | {} | v: 1 | false",
        "oldSelf.hasValue() | v: null | v: 1 | false",
        "oldSelf.hasValue() | v: 0 | v: 1 | true",
        "oldSelf.orValue(7) == 7 | {} | v: 1 | true",
        "oldSelf.orValue(7) == 7 | v: 8 | v: 1 | false",
        "oldSelf.optMap(o, o < self).orValue(false) | v: 0 | v: 1 | true",
        "oldSelf.optMap(o, o < self).orValue(false) | v: 2 | v: 1 | false",
        "oldSelf.or(optional.of(self)).value() == self |  | v: 1 | true",
        "oldSelf == optional.none() |  | v: 1 | true",
        "oldSelf == optional.of(self) | v: 1 | v: 1 | true",
        "oldSelf != optional.of(self) | v: 1 | v: 1 | false",
      })
  void oldSelfIsAnOptional(String rule, @Nullable String old, String object, boolean valid) {
    Rules rules = rules("type: integer, nullable: true", rule);

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors(object, old)).hasSize(valid ? 0 : 1);
  }

  @Test
  void readingAnEmptyOldSelfFails() {
    Rules rules = rules("type: integer", "oldSelf.value() == self");

    assertThat(rules.errors("v: 1", "v: 1")).isEmpty();
    assertThat(rules.errors("v: 1"))
        .singleElement()
        .asString()
        .startsWith("v: Invalid value: \"integer\": ")
        .endsWith(" evaluating rule: no");
  }

  @Test
  void fieldsOfAnOldObjectAreOptionalToo() {
    Rules rules =
        rules(
            "type: object, properties: {a: {type: string}, self: {type: object}}",
            "oldSelf.?a.orValue('none') == self.a");

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("v: {a: none}")).isEmpty();
    assertThat(rules.errors("v: {a: none}", "v: {}")).isEmpty();
    assertThat(rules.errors("v: {a: x}", "v: {a: x}")).isEmpty();
    assertThat(rules.errors("v: {a: x}", "v: {a: y}")).hasSize(1);
  }

  @Test
  void oldElementsAreFoundByKey() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              l:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [k]
                items:
                  type: object
                  properties: {k: {type: string}, v: {type: integer}}
                  x-kubernetes-validations:
                  - {rule: "oldSelf.optMap(o, o.v + 1).orValue(0) == self.v", optionalOldSelf: true, message: no}
            """);

    assertThat(rules.errors("l: [{k: a, v: 0}]")).isEmpty();
    assertThat(rules.errors("l: [{k: b, v: 0}, {k: a, v: 6}]", "l: [{k: a, v: 5}]")).isEmpty();
    assertThat(rules.errors("l: [{k: a, v: 5}]", "l: [{k: a, v: 5}]"))
        .containsExactly("l[0]: Invalid value: no");
  }

  /** With the value false the rule is an ordinary transition rule. */
  @Test
  void falseDisablesOptionalOldSelf() {
    Rules rules =
        Rules.of(
            """
            {type: object, properties: {v: {type: integer, x-kubernetes-validations: [{rule: self > oldSelf, optionalOldSelf: false}]}}}
            """);

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("v: 1")).isEmpty();
    assertThat(rules.errors("v: 1", "v: 1")).hasSize(1);
  }
}
