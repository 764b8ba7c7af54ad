package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules are found and compiled at every level of a schema. */
final class RuleLevelsTest {
  private static final String BAD = "x-kubernetes-validations: [{rule: nothing}]";

  private static List<String> paths(String schema) {
    return Rules.of(schema).refusals().stream()
        .map(refusal -> refusal.substring(0, refusal.indexOf(": ")))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: object, %s} | schema",
        "{type: object, properties: {a: {type: string, %s}}} | schema.properties[a]",
        "{type: object, properties: {a: {type: array, items: {type: string, %s}}}} |"
            + " schema.properties[a].items",
        "{type: object, properties: {a: {type: object, additionalProperties: {type: string, %s}}}}"
            + " | schema.properties[a].additionalProperties",
        "{type: object, properties: {a: {type: string, allOf: [{}, {%s}]}}} |"
            + " schema.properties[a].allOf[1]",
        "{type: object, properties: {a: {type: string}}, allOf: [{properties: {a: {%s}}}]} |"
            + " schema.allOf[0].properties[a]",
        "{type: object, properties: {a: {type: array, items: {type: string}, allOf: [{items:"
            + " {%s}}]}}} | schema.properties[a].allOf[0].items",
        "{type: object, properties: {a: {type: object, additionalProperties: {type: string}, allOf:"
            + " [{additionalProperties: {%s}}]}}} |"
            + " schema.properties[a].allOf[0].additionalProperties",
        "{type: object, properties: {a: {type: string, allOf: [{allOf: [{%s}]}]}}} |"
            + " schema.properties[a].allOf[0].allOf[0]",
      })
  void compilesRulesWhereverTheyAre(String schema, String path) {
    assertThat(paths(schema.formatted(BAD)))
        .containsExactly(path + ".x-kubernetes-validations[0].rule");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: object, properties: {a: {type: string, anyOf: [{%s}]}}}",
        "{type: object, properties: {a: {type: string, not: {%s}}}}",
        "{type: object, properties: {a: {type: string, default: {%s}}}}",
        "{type: object, allOf: [{properties: {a: {%s}}}]}",
        "{type: object, properties: {a: {type: array, items: [{type: string, %s}]}}}",
        "{type: object, properties: {a: {type: object, additionalProperties: true}}, allOf:"
            + " [{properties: {a: {additionalProperties: {%s}}}}]}",
      })
  void ignoresRulesOutsideTheStructuralSchema(String schema) {
    assertThat(paths(schema.formatted(BAD))).isEmpty();
  }

  @Test
  void reportsErrorsFromTheInsideOut() {
    assertThat(
            paths(
                """
                type: object
                x-kubernetes-validations: [{rule: nothing}]
                allOf: [{x-kubernetes-validations: [{rule: nothing}]}]
                properties:
                  a: {type: string, x-kubernetes-validations: [{rule: "true"}, {rule: nothing}]}
                """))
        .containsExactly(
            "schema.properties[a].x-kubernetes-validations[1].rule",
            "schema.allOf[0].x-kubernetes-validations[0].rule",
            "schema.x-kubernetes-validations[0].rule");
  }

  @Test
  void rejectsRulesOnValuesOfUnspecifiedType() {
    assertThat(
            Rules.of(
                    """
                    type: object
                    properties:
                      a: {x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{rule: "true"}]}
                      b: {x-kubernetes-preserve-unknown-fields: true}
                    """)
                .refusals())
        .containsExactly(
            "schema.properties[a].x-kubernetes-validations: Internal error: internal error: failed"
                + " to retrieve type information for x-kubernetes-validations");
  }

  @Test
  void messageExpressionOfAnInvalidRuleIsNotCompiled() {
    assertThat(
            paths(
                "{type: object, x-kubernetes-validations: [{rule: nothing, messageExpression:"
                    + " nothing}]}"))
        .containsExactly("schema.x-kubernetes-validations[0].rule");
  }

  /** Elements can be found again only by their keys. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: array, items: {%s}} | within schema.properties[a]",
        "{type: array, x-kubernetes-list-type: atomic, items: {%s}} | within schema.properties[a]",
        "{type: array, x-kubernetes-list-type: set, items: {%s}} | within schema.properties[a]",
        "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {%s}} |"
            + " ok",
        "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type:"
            + " object, properties: {l: {type: array, items: {%s}}}}} | within"
            + " schema.properties[a].items.properties[l]",
        "{type: array, items: {type: array, items: {%s}}} | within schema.properties[a]",
        "{type: array, items: {type: object, additionalProperties: {%s}}} | within"
            + " schema.properties[a]",
        "{type: array, items: {type: object, allOf: [{%s}]}} | within schema.properties[a]",
        "{type: object, additionalProperties: {%s}} | ok",
        "{type: object, properties: {b: {%s}}} | ok",
      })
  void oldSelfNeedsAnOldValue(String schema, String expected) {
    String rule = "type: object, x-kubernetes-validations: [{rule: self == oldSelf}]";
    var refusals =
        Rules.of("{type: object, properties: {a: " + schema.formatted(rule) + "}}").refusals();

    if (expected.equals("ok")) {
      assertThat(refusals).isEmpty();
    } else {
      assertThat(refusals)
          .singleElement()
          .asString()
          .endsWith(
              "oldSelf cannot be used on the uncorrelatable portion of the schema " + expected);
    }
  }

  /** The cost of {@code self.contains('x')} is 1 or 2 for each 10 characters. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: array, maxItems: 20, items: %s} | 2.5x",
        "{type: object, maxProperties: 20, additionalProperties: %s} | 2.5x",
        "{type: array, maxItems: 4, items: {type: array, maxItems: 5, items: %s}} | 2.5x",
        "{type: array, maxItems: 4, items: {type: object, maxProperties: 5, additionalProperties:"
            + " %s}} | 2.5x",
        "{type: array, maxItems: 20, items: {type: object, properties: {b: %s}}} | 2.5x",
        "{type: array, maxItems: 20, items: {type: object, allOf: [{}], properties: {b: %s}}} |"
            + " 2.5x",
        "{type: array, items: %s} | more than 100x",
        "{type: array, maxItems: 2, items: {type: array, items: %s}} | more than 100x",
        "{type: array, items: {type: array, maxItems: 2, items: %s}} | more than 100x",
        "{type: object, additionalProperties: %s} | more than 100x",
        "{type: array, maxItems: 7, items: %s} | ok",
        "{type: array, maxItems: 0, items: %s} | ok",
        "{type: array, maxItems: -5, items: %s} | ok",
        "{type: array, maxItems: 0, items: {type: array, items: %s}} | more than 100x",
        "{type: object, maxProperties: 2, properties: {b: %s}} | ok",
      })
  void costGrowsWithTheNumberOfValues(String schema, String factor) {
    String value =
        "{type: string, maxLength: 3125000, x-kubernetes-validations: [{rule:"
            + " self.contains('x')}]}";
    var refusals =
        Rules.of("{type: object, properties: {a: " + schema.formatted(value) + "}}").refusals();

    if (factor.equals("ok")) {
      assertThat(refusals).isEmpty();
    } else {
      assertThat(refusals.get(0)).contains("exceeds budget by factor of " + factor);
    }
  }

  /** Later rules are not compiled, even if they are invalid. */
  @Test
  void countsTheRulesOfAllLevels() {
    JsonObject schema = Rules.read("{type: object, properties: {a: {type: string}}}");
    var below = ((JsonObject) schema.at("/properties/a")).putArray("x-kubernetes-validations");
    var root = schema.putArray("x-kubernetes-validations");
    for (int i = 0; i < 1_000; i++) {
      below.addObject().put("rule", "true");
      root.addObject().put("rule", "true");
    }
    assertThat(Rules.of(schema.toString()).refusals()).isEmpty();

    root.addObject().put("rule", "nothing");
    root.addObject().put("rule", "nothing");

    assertThat(Rules.of(schema.toString()).refusals())
        .containsExactly(
            "schema.x-kubernetes-validations[1000].rule: Forbidden: a schema may not have more"
                + " than 2000 rules");
  }

  @Test
  void levelsWithoutRulesAreLeftOut() {
    var errors = new ArrayList<FieldError>();
    RuleNode root =
        compile(
            """
            type: object
            properties:
              a: {type: object, properties: {b: {type: string}}}
              c: {type: array, items: {type: string, x-kubernetes-validations: [{rule: "true"}]}}
            """,
            errors);

    assertThat(errors).isEmpty();
    assertThat(requireNonNull(root).properties()).containsOnlyKeys("c");
    assertThat(root.rules()).isEmpty();
    assertThat(root.isBare()).isFalse();
    RuleNode list = requireNonNull(root.properties().get("c"));
    assertThat(list.typeName()).isEqualTo("array");
    RuleNode items = requireNonNull(list.items());
    assertThat(items.rules()).hasSize(1);
    assertThat(items.typeName()).isEqualTo("string");
  }

  @Test
  void schemaWithoutRulesHasNoLevel() {
    assertThat(compile("{type: object, properties: {a: {type: string}}}", new ArrayList<>()))
        .isNull();
  }

  private static @Nullable RuleNode compile(String schema, List<FieldError> errors) {
    return RuleCompiler.compile(
        Rules.read(schema), "schema", false, PatternBudget.ofDefinition(), errors);
  }
}
