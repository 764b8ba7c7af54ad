package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that would take too much time or memory are ended; all others are not. */
class HostileRulesTest {
  private static final String SPEC =
      """
      type: object
      properties:
        text: {type: string}
        list: {type: array, items: {type: integer}}
        texts: {type: array, items: {type: string}}
        set: {type: array, items: {type: integer}, x-kubernetes-list-type: set}
      """;

  /** An object with more than a megabyte in each field. */
  private static final JsonObject LARGE = large();

  private static JsonObject large() {
    JsonObject object = Rules.read("spec: {}");
    JsonObject spec = (JsonObject) object.path("spec");
    spec.put("text", "a".repeat(1_000_000));
    JsonArray list = spec.putArray("list");
    spec.set("set", list);
    JsonArray texts = spec.putArray("texts");
    for (int i = 0; i < 100_000; i++) {
      list.add(i);
      texts.add("t" + i);
    }
    return object;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "self.list.all(x, self.list.all(y, self.list.all(z, x + y + z >= 0)))",
        "self.list.exists(x, self.list.exists(y, x + y < 0))",
        "self.list.map(x, self.list.map(y, x * y)).size() > 0",
        "self.list.all(x, x in self.list)",
        "self.list.all(x, self.list == self.list.map(y, y))",
        "self.list.all(x, self.text == self.text + 'x' || true)",
        "self.list.all(x, self.text.contains('b' + self.text) || true)",
        "self.texts.map(x, self.text + x).size() > 0",
        "self.texts.join(self.text).size() > 0",
        "self.text.replace('a', self.text).size() > 0",
        "self.list.all(x, self.text.split('').size() > 0)",
        "self.text.matches('((a|b|ab)*c){10}((a?a?a?a?)*d){10}')",
        "self.texts.all(x, !x.matches('(a{1000}|b{1000}|c{1000}){1}(d{1000}|e{1000}){1}'))",
        "self.texts.all(x, !x.matches('a{1000}' + x))",
        "self.texts.all(x, !''.matches('((a{10}){10}){10}' + x))",
        "self.text.findAll('a*b|a').size() > 0",
        "self.text.findAll('a*b|a', 100000).size() > 0",
        "self.text.findAll('').size() > 0",
        "lists.range(1000000000000).size() > 0",
        "self.list.all(x, sets.intersects(self.texts, ['z']) || true)",
        "self.list.all(x, self.list.sort().size() > 0)",
        "self.texts.transformMap(i, t, t).size() > 0",
        "self.list.exists(x, self.list.exists(y, 1 / 0 > x + y))",
        "self.list.all(x, (self.set + self.list).size() > 0)",
      })
  void endsExpensiveRules(String rule) {
    Rules rules = Rules.ofSpec(SPEC, rule);
    assertThat(rules.refusals()).allMatch(refusal -> refusal.contains(" estimated rule "));

    var errors = rules.check(LARGE, null);

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).message())
        .isEqualTo(
            "Invalid value: \"object\": 'operation cancelled: actual cost limit exceeded': no"
                + " further validation rules will be run due to call cost exceeds limit for rule: "
                + rule);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "self.list.all(x, x >= 0)",
        "self.list.map(x, x + 1).size() == 100000",
        "self.list.filter(x, x % 2 == 0).size() == 50000",
        "self.texts.exists(x, x == 't99999')",
        "self.text.size() == 1000000 && self.text.startsWith('aaa')",
        "self.list == self.list && self.list.isSorted()",
        "99999 in self.list",
        "(self.set + self.list).size() == 100000",
        "self.texts.all(x, x.matches('^t[0-9]+$'))",
        "self.text.findAll('a{10}').size() == 100000",
        "self.text.findAll('a+').size() == 1 && self.text.findAll('a*b|a', 1) == ['a']",
      })
  void acceptsLargeObjects(String rule) {
    Rules rules = Rules.ofSpec(SPEC, rule);

    assertThat(rules.check(LARGE, null)).isEmpty();
  }

  /** The regular expression for numbers must not backtrack. */
  @Test
  void rejectsLongStringAsNumberQuickly() {
    Rules rules =
        Rules.ofSpec(
            "{type: object, properties: {text: {type: string}}}", "double(self.text) > 0.0");
    JsonObject object = Rules.read("spec: {}");
    ((JsonObject) object.path("spec")).put("text", "1".repeat(1_000_000) + "x");

    var errors = rules.check(object, null);

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).message()).contains("type conversion error from 'string' to 'double'");
  }

  @Test
  void endsRulesThatExceedTheTotalCost() {
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
                  x-kubernetes-validations: [{rule: "self.all(x, x == 0)"}]
            """);
    JsonObject object = Rules.read("{}");
    JsonArray lists = object.putArray("lists");
    for (int i = 0; i < 40; i++) {
      Collections.nCopies(80_000, 0).forEach(lists.addArray()::add);
    }

    var errors = rules.check(object, null);

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).message())
        .isEqualTo(
            "Invalid value: \"array\": validation failed due to running out of cost budget, no"
                + " further validation rules will be run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 + ", "self.x - ", "true ? 1 : ", "-", "[", "size([self.x]) * "})
  void survivesDeepExpressions(String part) {
    String rule = part.repeat(Math.min(20_000, 90_000 / part.length())) + "1 > 0";

    Rules rules = Rules.ofSpec("{type: object, properties: {x: {type: integer}}}", rule);

    // The rule may be accepted or rejected, but evaluation must end.
    assertThat(rules.refusals()).hasSizeLessThanOrEqualTo(1);
    assertThat(rules.errors("spec: {x: 1}")).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void readsDeepValues() {
    String schema = "{type: object, properties: {x: {type: integer}}}";
    for (int i = 0; i < 100; i++) {
      schema = "{type: object, properties: {m: " + schema + "}}";
    }
    Rules rules = Rules.ofSpec(schema, "self == self && self.m.m.m.m == self.m.m.m.m");

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("spec: {m: {m: {m: {m: {}}}}}")).isEmpty();
  }

  @Test
  void limitsTheNumberOfRules() {
    JsonObject schema = Rules.read("type: object");
    JsonArray list = schema.putArray("x-kubernetes-validations");
    for (int i = 0; i < 2_001; i++) {
      list.addObject().put("rule", "true");
    }

    assertThat(Rules.of(schema.toString()).refusals())
        .containsExactly(
            "schema.x-kubernetes-validations[2000].rule: Forbidden: a schema may not have more"
                + " than 2000 rules");
  }
}
