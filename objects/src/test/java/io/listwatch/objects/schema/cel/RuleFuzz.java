package io.listwatch.objects.schema.cel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.json.JsonObject;

/**
 * Any text is compiled as a CEL rule or rejected with an error of the definition. A compiled rule
 * holds, is violated or fails, but throws nothing.
 */
final class RuleFuzz {
  private static final String SCHEMA =
      """
      type: object
      properties:
        text: {type: string, maxLength: 100}
        list: {type: array, maxItems: 10, items: {type: integer}}
        map: {type: object, maxProperties: 10, additionalProperties: {type: string}}
        when: {type: string, format: date-time}
        any: {x-kubernetes-int-or-string: true}
      """;

  private static final JsonObject OBJECT =
      Rules.read(
          "spec: {text: abc, list: [3, 1, 2], map: {k: v}, when: '2026-01-01T00:00:00Z', any: 5}");

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "self.",
    "oldSelf.",
    "text",
    "list",
    "map",
    "when",
    "any",
    ".all(x, ",
    ".exists(x, ",
    ".map(x, ",
    ".filter(x, ",
    "size(",
    ".matches('",
    "has(self.",
    " ? ",
    " in ",
    "quantity('",
    "url('",
    "ip('",
    "cidr('",
    "duration('",
    "timestamp('",
    "int(",
    "string(",
    "optional.of(",
    "orValue(",
    "format.",
    "semver('",
    "lists.range(",
    ".sort()",
    ".split('",
    ".replace(",
    ".findAll('",
    "1u",
    "b'",
    "r'"
  })
  void compilesOrRejects(byte[] utf8) {
    Rules rules = Rules.ofSpec(SCHEMA, new String(utf8, UTF_8));
    if (rules.refusals().isEmpty()) {
      assertThat(rules.check(OBJECT, null)).hasSizeLessThan(3);
      assertThat(rules.check(OBJECT, OBJECT)).hasSizeLessThan(3);
    }
  }
}
