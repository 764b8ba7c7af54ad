package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Laws of ratcheting, for random objects that violate random rules. */
final class RatchetProperties {
  /** Every rule of the schema is violated by about half of the values. */
  private static final JsonObject SCHEMA =
      Rules.read(
          """
          type: object
          properties:
            n: {type: integer, x-kubernetes-validations: [{rule: self % 2 == 0}]}
            list: {type: array, items: {type: integer, x-kubernetes-validations: [{rule: self % 2 == 0}]}, x-kubernetes-validations: [{rule: self.size() > 1}]}
            map: {type: object, additionalProperties: {type: integer, x-kubernetes-validations: [{rule: self % 2 == 0}]}}
            keyed:
              type: array
              x-kubernetes-list-type: map
              x-kubernetes-list-map-keys: [k]
              items:
                type: object
                properties: {k: {type: string}, v: {type: integer, x-kubernetes-validations: [{rule: self % 2 == 0}]}}
                x-kubernetes-validations: [{rule: has(self.v)}]
          x-kubernetes-validations: [{rule: has(self.n)}]
          """);

  private static final SchemaRules RULES = SchemaRules.of(SCHEMA);

  private static List<FieldError> check(JsonObject object, @Nullable JsonObject old) {
    var errors = new ArrayList<FieldError>();
    RULES.check(object, old, errors, warning -> {});
    return errors;
  }

  @Property(tries = 300)
  void unchangedObjectNeverFails(@ForAll long seed) {
    JsonObject object = object(new Random(seed));

    assertThat(check(object, object.deepCopy())).isEmpty();
  }

  @Property(tries = 300)
  void unchangedObjectGetsAWarningForEachErrorOfANewOne(@ForAll long seed) {
    JsonObject object = object(new Random(seed));
    var warnings = new ArrayList<String>();

    RULES.check(object, object.deepCopy(), new ArrayList<>(), warnings::add);

    assertThat(warnings).isEqualTo(check(object, null).stream().map(FieldError::toString).toList());
  }

  @Property(tries = 300)
  void updateNeverHasMoreErrorsThanCreate(@ForAll long seed) {
    var random = new Random(seed);
    JsonObject object = object(random);
    JsonObject old = object(random);

    assertThat(check(object, null)).containsAll(check(object, old));
  }

  @Property(tries = 300)
  void orderOfAKeyedListDoesNotMatter(@ForAll long seed) {
    JsonObject object = object(new Random(seed));
    JsonObject old = object.deepCopy();
    var reversed = new JsonArray();
    for (int i = object.path("keyed").size() - 1; i >= 0; i--) {
      reversed.add(object.path("keyed").path(i));
    }
    old.set("keyed", reversed);

    assertThat(SchemaEquality.equal(SCHEMA, object, old)).isTrue();
    assertThat(check(object, old)).isEmpty();
  }

  private static JsonObject object(Random random) {
    var object = new JsonObject();
    if (random.nextInt(4) > 0) {
      object.set("n", JsonValue.of(random.nextInt(4)));
    }
    JsonArray list = object.putArray("list");
    JsonObject map = object.putObject("map");
    JsonArray keyed = object.putArray("keyed");
    for (int i = 0; i < random.nextInt(4); i++) {
      list.add(random.nextInt(3));
      map.set("m" + random.nextInt(3), JsonValue.of(random.nextInt(3)));
      JsonObject element = keyed.addObject().put("k", "k" + i);
      if (random.nextInt(4) > 0) {
        element.set("v", JsonValue.of(random.nextInt(3)));
      }
    }
    return object;
  }
}
