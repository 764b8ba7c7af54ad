package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Trees;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SchemaRulesProperties {
  private static final String RULES =
      """
      type: object
      properties:
        a: {type: string, x-kubernetes-validations: [{rule: "self.matches('a') && self != oldSelf"}]}
        b: {type: string, format: date-time, x-kubernetes-validations: [{rule: "self > timestamp('2020-01-01T00:00:00Z')"}]}
        c: {type: string, format: duration, x-kubernetes-validations: [{rule: "self > duration('1s')"}]}
        d: {x-kubernetes-int-or-string: true, x-kubernetes-validations: [{rule: "self > 5 || self == 'x'"}]}
        e: {type: array, items: {type: number, nullable: true}, x-kubernetes-validations: [{rule: "self.all(x, x > 0.5)"}]}
        f: {type: object, additionalProperties: {type: integer}, x-kubernetes-validations: [{rule: "self.all(k, self[k] / self[k] == 1)"}]}
        g:
          type: array
          x-kubernetes-list-type: map
          x-kubernetes-list-map-keys: [a]
          items: {type: object, properties: {a: {type: string}, b: {type: integer}}, x-kubernetes-validations: [{rule: "self.b >= oldSelf.b", messageExpression: "self.a + string(self.b)"}]}
      x-kubernetes-validations:
      - {rule: "self.e.map(x, x * 2.0).size() > self.f.size() && self.g == oldSelf.g"}
      - {rule: "!oldSelf.hasValue() || self.a.size() > oldSelf.value().a.size()", optionalOldSelf: true}
      """;

  private static final Rules SCHEMA = Rules.of(RULES);

  /** Whatever JSON an object contains, the check adds errors but does not throw. */
  @Property(tries = 500)
  void neverThrows(@ForAll long seed) {
    var random = new Random(seed);
    JsonObject object = object(random);
    JsonObject old = random.nextBoolean() ? object(random) : null;

    assertThatCode(() -> SCHEMA.check(object, old)).doesNotThrowAnyException();
  }

  private static JsonObject object(Random random) {
    JsonObject object = new JsonObject();
    for (String name : List.of("a", "b", "c", "d", "e", "f", "g")) {
      if (random.nextInt(4) > 0) {
        object.set(name, random.nextInt(3) == 0 ? Trees.any(random, 3) : likely(name, random));
      }
    }
    return object;
  }

  private static JsonValue likely(String name, Random random) {
    Map<String, List<String>> examples =
        Map.of(
            "a", List.of("v: abc", "v: ''"),
            "b", List.of("v: '2024-01-01T00:00:00Z'", "v: '2024-01-01t00:00:00.5+02:00'"),
            "c", List.of("v: 1h", "v: 3 days"),
            "d", List.of("v: 7", "v: x", "v: 1.5"),
            "e", List.of("v: [1, 2.5, null]", "v: []"),
            "f", List.of("v: {x: 1, y: 0}", "v: {}"),
            "g", List.of("v: [{a: x, b: 1}, {a: y}]", "v: [{b: 2}, {a: x, b: 3}]"));
    List<String> values = examples.getOrDefault(name, List.of());
    return Rules.read(values.get(random.nextInt(values.size()))).path("v");
  }
}
