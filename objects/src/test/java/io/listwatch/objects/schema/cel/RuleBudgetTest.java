package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rejects schemas whose rules could cost too much for the largest object that they allow. */
final class RuleBudgetTest {
  private static final String HINT =
      " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays,"
          + " maps, and strings are declared)";
  private static final String RULE = "schema.properties[spec].x-kubernetes-validations[0].rule";

  private static List<String> refusals(String spec, String rule) {
    return Rules.ofSpec(spec, rule).refusals();
  }

  @Test
  void acceptsOrdinaryRules() {
    assertThat(
            refusals(
                "{type: object, properties: {min: {type: integer}, max: {type: integer}}}",
                "self.min <= self.max && self.min > 0"))
        .isEmpty();
    assertThat(refusals("{type: string}", "self.startsWith('a') && self.size() < 10")).isEmpty();
    assertThat(
            refusals(
                "{type: array, items: {type: object, properties: {name: {type: string}}}}",
                "self.all(x, x.name != '')"))
        .isEmpty();
    assertThat(refusals("{type: string}", "self.matches('^[a-z]+$')")).isEmpty();
  }

  @Test
  void rejectsNestedLoopsOverUnboundedLists() {
    assertThat(
            refusals(
                "{type: array, items: {type: string}}", "self.all(x, self.exists_one(y, x == y))"))
        .containsExactly(
            RULE
                + ": Forbidden: estimated rule cost exceeds budget by factor of more than 100x"
                + HINT,
            RULE
                + ": Forbidden: contributed to estimated rule cost total exceeding cost limit for"
                + " entire OpenAPIv3 schema",
            "schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire"
                + " OpenAPIv3 schema exceeds budget by factor of more than 100x"
                + HINT);
  }

  @Test
  void acceptsNestedLoopsOverBoundedLists() {
    String rule = "self.all(x, self.exists_one(y, x == y))";

    assertThat(refusals("{type: array, maxItems: 100, items: {type: string, maxLength: 20}}", rule))
        .isEmpty();
  }

  @Test
  void containsCostsTheProductOfBothSizes() {
    String spec =
        """
        type: array
        maxItems: 20
        items:
          type: object
          properties: {text: {type: string, maxLength: 4096}, part: {type: string, maxLength: 4096}}
          x-kubernetes-validations: [{rule: '!self.text.contains(self.part)'}]
        """;

    assertThat(Rules.of("{type: object, properties: {spec: %s}}".formatted(flow(spec))).refusals())
        .containsExactly(
            "schema.properties[spec].items.x-kubernetes-validations[0].rule: Forbidden: estimated"
                + " rule cost exceeds budget by factor of 5.4x"
                + HINT);
  }

  /** Returns YAML as one line. */
  private static String flow(String yaml) {
    return Rules.read(yaml).toString();
  }

  @Test
  void unboundedListIsAssumedToFillARequest() {
    assertThat(
            Rules.of(
                    """
                    type: object
                    properties:
                      spec:
                        type: array
                        items: {type: string, x-kubernetes-validations: [{rule: "self.contains('x')"}]}
                    """)
                .refusals())
        .hasSize(3)
        .first()
        .asString()
        .contains("estimated rule cost exceeds budget by factor of more than 100x");
  }

  @Test
  void messageExpressionHasACost() {
    assertThat(
            Rules.of(
                    """
                    type: object
                    properties:
                      spec:
                        type: array
                        items: {type: string}
                        x-kubernetes-validations:
                        - {rule: size(self) > 0, messageExpression: "self.map(x, self.filter(y, y == x).join(',')).join(' ')"}
                    """)
                .refusals())
        .isNotEmpty()
        .first()
        .asString()
        .contains("messageExpression: Forbidden: estimated messageExpression cost exceeds budget");
  }

  @Test
  void messageExpressionIsCountedOnce() {
    assertThat(
            Rules.of(
                    """
                    type: object
                    properties:
                      spec:
                        type: array
                        items:
                          type: string
                          maxLength: 1000
                          x-kubernetes-validations: [{rule: 'true', messageExpression: "self + self"}]
                    """)
                .refusals())
        .isEmpty();
  }

  @Test
  void acceptedSchemaIsLimitedByTheTotalOnly() {
    String spec =
        "{type: array, maxItems: %d, items: {type: integer}, x-kubernetes-validations:"
            + " [{rule: 'self.all(x, self.all(y, x == y))'}]}";
    String schema = "{type: object, properties: {spec: " + spec + "}}";

    assertThat(Rules.of(schema.formatted(2_000)).refusals())
        .containsExactly(
            RULE + ": Forbidden: estimated rule cost exceeds budget by factor of 2.0x" + HINT);
    assertThat(Rules.accepted(schema.formatted(2_000)).refusals()).isEmpty();
    assertThat(Rules.accepted(schema.formatted(20_000)).refusals())
        .hasSize(2)
        .allMatch(refusal -> refusal.contains("estimated rule cost total"));
  }
}
