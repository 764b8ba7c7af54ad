package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values that are checked, the order of the checks, and the end of a run. */
final class RuleRunTest {
  private static final String NO = "x-kubernetes-validations: [{rule: 'false', message: no}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: object, properties: {a: {type: string, %s}}} | {a: x} | a",
        "{type: object, properties: {a: {type: object, properties: {b: {type: string, %s}}}}} | {a:"
            + " {b: x}} | a.b",
        "{type: object, properties: {a: {type: array, items: {type: string, %s}}}} | {a: [x, y]} |"
            + " a[0] a[1]",
        "{type: object, properties: {a: {type: object, additionalProperties: {type: string, %s}}}}"
            + " | {a: {k: x, 'l.m': y}} | a[k] a[l.m]",
        "{type: object, properties: {a: {type: array, items: {type: array, items: {type: string,"
            + " %s}}}}} | {a: [[], [x]]} | a[1][0]",
        "{type: object, properties: {a: {type: object, additionalProperties: {type: object,"
            + " properties: {b: {type: string, %s}}}}}} | {a: {k: {b: x}}} | a[k].b",
        "{type: object, properties: {a: {type: string}}, allOf: [{properties: {a: {%s}}}]} | {a: x}"
            + " | a",
        "{type: object, properties: {a: {type: array, items: {type: string}, allOf: [{items:"
            + " {%s}}]}}} | {a: [x]} | a[0]",
        "{type: object, %s} | {} | <nil>",
        "{type: object, properties: {a: {type: string, %s}}} | {b: x} | ''",
        "{type: object, properties: {a: {type: string, nullable: true, %s}}} | {a: null} | ''",
        "{type: object, properties: {a: {type: array, items: {type: string, nullable: true, %s}}}}"
            + " | {a: [null, x]} | a[1]",
        "{type: object, properties: {a: {type: object, nullable: true, properties: {b: {type:"
            + " string, %s}}}}} | {a: null} | ''",
        "{type: object, properties: {a: {type: object, additionalProperties: {type: string,"
            + " nullable: true, %s}}}} | {a: {k: null, l: x}} | a[l]",
      })
  void checksEveryValueThatIsNotNull(String schema, String object, String fields) {
    assertThat(Rules.of(schema.formatted(NO)).errors(object))
        .extracting(error -> error.substring(0, error.indexOf(": ")))
        .isEqualTo(List.of(fields.isEmpty() ? new String[0] : fields.split(" ")));
  }

  @Test
  void rulesOfALevelComeBeforeThoseBelow() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: string, x-kubernetes-validations: [{rule: "false", message: inner}]}
            allOf: [{x-kubernetes-validations: [{rule: "false", message: part}]}]
            x-kubernetes-validations:
            - {rule: "false", message: first}
            - {rule: "true"}
            - {rule: "false", message: second}
            """);

    assertThat(rules.errors("a: x"))
        .containsExactly(
            "<nil>: Invalid value: first",
            "<nil>: Invalid value: second",
            "<nil>: Invalid value: part",
            "a: Invalid value: \"x\": inner");
  }

  @Test
  void reportsInvalidValueAndChecksOtherValues() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: object, x-kubernetes-validations: [{rule: "true"}]}
              b: {type: integer, x-kubernetes-validations: [{rule: self > 5, message: small}]}
            """);

    assertThat(rules.errors("{a: [1], b: 1}"))
        .containsExactly(
            "a: Invalid value: \"object\": invalid data, expected a map for the provided schema"
                + " with type=object evaluating rule: true",
            "b: Invalid value: 1: small");
  }

  /** A definition that an older server accepted may have a rule that is rejected today. */
  @Test
  void ruleThatDoesNotCompileFailsOnEveryObject() {
    Rules rules =
        Rules.accepted(
            "{type: object, x-kubernetes-validations: [{rule: nothing}, {rule: 'false'}]}");

    assertThat(rules.errors("{}")).hasSize(2);
    assertThat(rules.errors("{}").get(0))
        .startsWith(
            "<nil>: Invalid value: \"object\": rule compile error: compilation failed: ERROR: ");
    assertThat(rules.errors("{}").get(1)).isEqualTo("<nil>: Invalid value: failed rule: false");
  }

  @Test
  void transitionRuleNeedsAnOldValueThatIsNotNull() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              a: {type: string, nullable: true, x-kubernetes-validations: [{rule: self == oldSelf, message: changed}]}
              m: {type: object, additionalProperties: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: changed}]}}
            """);

    assertThat(rules.errors("a: x")).isEmpty();
    assertThat(rules.errors("a: x", "{}")).isEmpty();
    assertThat(rules.errors("a: x", "a: null")).isEmpty();
    assertThat(rules.errors("a: null", "a: x")).isEmpty();
    assertThat(rules.errors("a: x", "a: y")).containsExactly("a: Invalid value: \"x\": changed");
    assertThat(rules.errors("m: {k: x, l: y}", "m: {k: z}"))
        .containsExactly("m[k]: Invalid value: \"x\": changed");
  }

  /** Duplicate keys are errors of another validation; rules compare with the first element. */
  @Test
  void firstOldElementOfAKeyCounts() {
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
                  x-kubernetes-validations: [{rule: self.v == oldSelf.v, message: changed}]
            """);

    assertThat(rules.errors("l: [{k: a, v: 1}]", "l: [{k: a, v: 1}, {k: a, v: 2}]")).isEmpty();
    assertThat(rules.errors("l: [{k: a, v: 2}]", "l: [{k: a, v: 1}, {k: a, v: 2}]")).hasSize(1);
    assertThat(rules.errors("l: [{k: b, v: 2}]", "l: [{k: a, v: 1}]")).isEmpty();
    assertThat(rules.errors("l: [{k: a, v: 2}]", "l: {}")).isEmpty();
  }

  private static JsonObject withNumbers(int count) {
    JsonObject object = Rules.read("{}");
    JsonArray list = object.putArray("list");
    for (int i = 0; i < count; i++) {
      list.add(i);
    }
    return object;
  }

  @Test
  void expensiveMessageEndsTheRun() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              list:
                type: array
                items: {type: integer}
                x-kubernetes-validations:
                - {rule: "false", fieldPath: "", messageExpression: "self.all(x, self.all(y, x + y >= 0)) ? 'a' : 'b'"}
                - {rule: "false", message: never checked}
            """);

    assertThat(rules.check(withNumbers(5_000), null))
        .extracting(Object::toString)
        .containsExactly(
            "list: Invalid value: \"array\": no further validation rules will be run due to call"
                + " cost exceeds limit for messageExpression: \"self.all(x, self.all(y, x + y >="
                + " 0)) ? 'a' : 'b'\"");
  }

  @Test
  void expensiveMessageIsReportedAtTheFieldPath() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties: {list: {type: array, items: {type: integer}}}
            x-kubernetes-validations:
            - {rule: "false", fieldPath: .list, messageExpression: "self.list.all(x, self.list.all(y, x + y >= 0)) ? 'a' : 'b'"}
            """);

    assertThat(rules.check(withNumbers(5_000), null))
        .singleElement()
        .asString()
        .startsWith("list: Invalid value: \"object\": no further validation rules will be run");
  }

  /** Each message costs about 800,000 of the 10,000,000 that an object may cost. */
  @Test
  void messagesCountTowardsTheCostOfTheObject() {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              lists:
                type: array
                items:
                  type: array
                  items: {type: integer}
                  x-kubernetes-validations:
                  - {rule: "false", messageExpression: "self.all(x, x >= 0) ? 'a' : 'b'"}
            """);
    JsonObject object = Rules.read("{}");
    JsonArray lists = object.putArray("lists");
    JsonArray list = (JsonArray) withNumbers(150_000).path("list");
    for (int i = 0; i < 20; i++) {
      lists.add(list);
    }

    var errors = rules.check(object, null);

    assertThat(errors).hasSizeBetween(10, 15);
    assertThat(errors.get(0).message()).isEqualTo("Invalid value: a");
    assertThat(errors.get(errors.size() - 1).message())
        .isEqualTo(
            "Invalid value: \"array\": messageExpression evaluation failed due to running out of"
                + " cost budget, no further validation rules will be run");
  }
}
