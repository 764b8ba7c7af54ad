package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas and objects that are as deep, as wide or as wrong as a client can make them. */
final class HostileSchemasTest {
  private static final int DEPTH = 100;

  private static String nested(String open, String inner, String close) {
    return open.repeat(DEPTH) + inner + close.repeat(DEPTH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: object, x-kubernetes-validations: [{rule: 'true'}], properties: {m: ",
        "{type: object, allOf: [{x-kubernetes-validations: [{rule: 'true'}]}], properties: {m: ",
      })
  void compilesRulesOfDeepObjects(String level) {
    Rules rules =
        Rules.of(
            nested(level, "{type: string, x-kubernetes-validations: [{rule: 'false'}]}", "}}"));

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors(nested("{m: ", "x", "}")))
        .singleElement()
        .asString()
        .startsWith("m" + ".m".repeat(DEPTH - 1) + ": Invalid value: \"x\"");
  }

  @Test
  void compilesRulesOfDeepLists() {
    String list =
        nested(
            "{type: array, maxItems: 1, items: ",
            "{type: string, x-kubernetes-validations: [{rule: 'false'}]}",
            "}");
    Rules rules = Rules.of("{type: object, properties: {l: " + list + "}}");

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("l: " + nested("[", "x", "]")))
        .singleElement()
        .asString()
        .startsWith("l" + "[0]".repeat(DEPTH) + ": Invalid value: ");
  }

  /** The product of the bounds is more than any number can hold exactly. */
  @Test
  void multipliesTheBoundsOfDeepLists() {
    String list =
        nested(
            "{type: array, maxItems: 1000000, items: ",
            "{type: string, x-kubernetes-validations: [{rule: 'true || self == \"\"'}]}",
            "}");

    assertThat(Rules.of("{type: object, properties: {l: " + list + "}}").refusals())
        .hasSize(3)
        .allMatch(refusal -> refusal.contains(" cost "));
  }

  @Test
  void manyCheapRulesExceedTheTotal() {
    JsonObject schema = Rules.read("{type: object, properties: {text: {type: string}}}");
    JsonArray list =
        ((JsonObject) schema.at("/properties/text")).putArray("x-kubernetes-validations");
    for (int i = 0; i < 400; i++) {
      list.addObject().put("rule", "self.contains('" + i + "')");
    }

    assertThat(Rules.of(schema.toString()).refusals())
        .singleElement()
        .asString()
        .contains("estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor");
  }

  @Test
  void compilesThousandsOfMembersWithOddNames() {
    JsonObject schema = Rules.read("{type: object, properties: {}}");
    JsonObject properties = (JsonObject) schema.path("properties");
    for (int i = 0; i < 1_000; i++) {
      properties.putObject("_".repeat(i % 50) + "-." + i).put("type", "string");
      properties.putObject("\u0000 " + i).put("type", "string");
    }
    schema.putArray("x-kubernetes-validations").addObject().put("rule", "self == self");

    assertThat(Rules.of(schema.toString()).refusals()).isEmpty();
  }

  /** Declared members win over identifiers that other members are escaped to. */
  @Test
  void membersMayBeNamedLikeEscapedIdentifiers() {
    Rules rules =
        Rules.ofSpec(
            "{type: object, properties: {a-b: {type: integer}, a__dash__b: {type: integer}}}",
            "self.a__dash__b == 1 && self.a__underscores__dash__underscores__b == 2");

    assertThat(rules.refusals()).isEmpty();
    assertThat(rules.errors("spec: {a-b: 1, a__dash__b: 2}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{n: 1e400}",
        "{n: 123456789012345678901234567890}",
        "{n: 1.5}",
        "{n: text}",
        "{n: {}}",
        "{d: 1e400}",
        "{d: text}",
        "{s: 5}",
        "{s: [x]}",
        "{b: maybe}",
        "{t: '9999999999-01-01T00:00:00Z'}",
        "{t: 5}",
        "{w: 99999999999999999999h}",
        "{w: []}",
        "{y: '!'}",
        "{l: {}}",
        "{l: [null]}",
        "{m: []}",
        "{m: {k: null}}",
        "{k: [{}]}",
        "{k: [{id: {a: [1]}}, {id: null}, null]}",
        "{k: {id: 1}}",
      })
  void dataOfAnotherTypeIsAnErrorOfItsField(String object) {
    Rules rules =
        Rules.of(
            """
            type: object
            properties:
              n: {type: integer, x-kubernetes-validations: [{rule: self > -1 && self < 1}]}
              d: {type: number, x-kubernetes-validations: [{rule: self < 1.0}]}
              s: {type: string, x-kubernetes-validations: [{rule: self.size() == -1}]}
              b: {type: boolean, x-kubernetes-validations: [{rule: self && !self}]}
              t: {type: string, format: date-time, x-kubernetes-validations: [{rule: self.getFullYear() == 0}]}
              w: {type: string, format: duration, x-kubernetes-validations: [{rule: self.getHours() == -1}]}
              y: {type: string, format: byte, x-kubernetes-validations: [{rule: self.size() == -1}]}
              l: {type: array, items: {type: string}, x-kubernetes-validations: [{rule: "self.all(x, x == 'a') && self.size() == -1"}]}
              m: {type: object, additionalProperties: {type: string}, x-kubernetes-validations: [{rule: "self.all(k, self[k] == 'a') && self.size() == -1"}]}
              k:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [id]
                items: {type: object, properties: {id: {type: string}}, x-kubernetes-validations: [{rule: self.id == oldSelf.id}]}
                x-kubernetes-validations: [{rule: "self + self == [] || self.size() == -1"}]
            """);

    assertThat(rules.errors(object))
        .isNotEmpty()
        .allMatch(error -> error.startsWith(object.substring(1, 2)));
    assertThatCode(() -> rules.errors(object, object)).doesNotThrowAnyException();
    assertThatCode(() -> rules.errors(object, "{k: [null, {id: a}]}")).doesNotThrowAnyException();
  }

  /** An exception in each round is kept until the end; the loop must still end at the limit. */
  @Test
  void endsLoopsWhoseRoundsAllFail() {
    Rules rules =
        Rules.ofSpec(
            "{type: array, items: {type: integer}}",
            "self.exists(x, self.exists(y, 1 / 0 == x + y))");
    JsonObject object = Rules.read("spec: []");
    for (int i = 0; i < 2_000; i++) {
      ((JsonArray) object.path("spec")).add(i);
    }

    assertThat(rules.check(object, null))
        .singleElement()
        .satisfies(error -> assertThat(error.message()).contains("actual cost limit exceeded"));
  }
}
