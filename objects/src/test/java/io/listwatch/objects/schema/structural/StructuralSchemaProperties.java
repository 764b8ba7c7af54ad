package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Properties of all schemas that a definition may have, and of all objects. One seed creates both,
 * so that objects are similar to their schema: members have few names, and values few shapes.
 */
final class StructuralSchemaProperties {
  @Property(tries = 500)
  void pruningIsIdempotent(@ForAll long seed) {
    var given = Given.of(seed);

    given.schema.prune(given.object);
    JsonObject once = given.object.deepCopy();

    assertThat(given.schema.prune(given.object)).isEmpty();
    assertThat(given.object).isEqualTo(once);
  }

  @Property(tries = 500)
  void defaultingIsIdempotent(@ForAll long seed) {
    var given = Given.of(seed);

    given.schema.prune(given.object);
    given.schema.complete(given.object);
    JsonObject once = given.object.deepCopy();

    assertThat(given.schema.complete(given.object)).isFalse();
    assertThat(given.object).isEqualTo(once);
  }

  @Property(tries = 500)
  void objectsUnchangedAsBytesAreUnchangedAsTrees(@ForAll long seed) {
    var given = Given.of(seed);

    byte[] bytes = given.object.toString().getBytes(StandardCharsets.UTF_8);

    boolean leaves = given.schema.leaves(bytes);
    boolean changed = !given.schema.prune(given.object).isEmpty();
    changed |= given.schema.complete(given.object);

    assertThat(leaves && changed).isFalse();
  }

  @Property(tries = 500)
  void quickCheckAgreesWithValidation(@ForAll long seed) {
    var given = Given.of(seed);

    boolean fits = QuickValidation.fits(given.object, given.schema);

    assertThat(Validation.check(given.object, null, given.schema, "").isEmpty()).isEqualTo(fits);
    assertThat(Validation.found(given.object, null, given.schema).isEmpty()).isEqualTo(fits);
  }

  @Property(tries = 500)
  void quickCheckOfAChangeAgreesWithValidation(@ForAll long seed) {
    var given = Given.of(seed);

    boolean fits = QuickValidation.fits(given.object, given.old, given.schema);

    assertThat(Validation.found(given.object, given.old, given.schema).isEmpty()).isEqualTo(fits);
  }

  @Property(tries = 500)
  void prunedObjectStaysValid(@ForAll long seed) {
    var given = Given.of(seed);
    given.schema.prune(given.object);
    given.schema.complete(given.object);
    boolean valid = given.schema.violations(given.object, null).isEmpty();

    given.schema.prune(given.object);
    given.schema.complete(given.object);

    assertThat(given.schema.violations(given.object, null).isEmpty()).isEqualTo(valid);
  }

  @Property(tries = 500)
  void unchangedObjectHasNoErrors(@ForAll long seed) {
    var given = Given.of(seed);

    List<FieldError> errors = given.schema.violations(given.object, given.object.deepCopy());

    assertThat(errors).isEmpty();
  }

  @Property(tries = 500)
  void neverThrowsOnAnyObject(@ForAll long seed) {
    var given = Given.of(seed);
    var errors = new ArrayList<FieldError>();

    given.schema.unreadable(given.object);
    errors.addAll(given.schema.duplicates(given.object));
    given.schema.visitEmbedded(
        given.object, (each, path) -> errors.add(FieldError.required(path, "")));

    assertThat(errors).allMatch(each -> !each.field().isEmpty());
  }

  @Property(tries = 500)
  void neverThrowsOnAnySchema(@ForAll long seed) {
    JsonValue anything = new Given(new Random(seed)).value(4);

    List<FieldError> errors = errors(anything, true);

    assertThat(errors).hasSizeLessThanOrEqualTo(500);
  }

  private static List<FieldError> errors(JsonValue schema, boolean status) {
    return StructuralCheck.check(
        schema, "schema", status, (object, path, found) -> {}, PatternBudget.ofDefinition());
  }

  /** A schema and an object, both created from one seed. */
  private static final class Given {
    private static final List<String> NAMES = List.of("a", "b", "c", "metadata");

    private final Random random;
    private StructuralSchema schema = StructuralSchema.of(new JsonObject());
    private JsonObject object = new JsonObject();
    private JsonObject old = new JsonObject();

    private Given(Random random) {
      this.random = random;
    }

    /** Tries until the schema is valid. */
    private static Given of(long seed) {
      var given = new Given(new Random(seed));
      JsonObject openApi;
      do {
        openApi = given.objectSchema(3);
        openApi.remove("additionalProperties");
        openApi.withObject("properties").remove("metadata");
      } while (!errors(openApi, false).isEmpty());
      given.schema = StructuralSchema.of(openApi);
      given.object = given.members(4);
      given.old = given.object.deepCopy();
      given.old.setAll(given.members(4));
      return given;
    }

    private String name() {
      return NAMES.get(random.nextInt(NAMES.size()));
    }

    private JsonObject schema(int depth) {
      JsonObject schema =
          switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> new JsonObject().put("type", "string").put("maxLength", random.nextInt(3));
            case 1 -> new JsonObject().put("type", "integer").put("minimum", random.nextInt(3));
            case 2 -> new JsonObject().put("type", "boolean");
            case 3 -> new JsonObject().put("x-kubernetes-int-or-string", true);
            case 4 -> new JsonObject().put("x-kubernetes-preserve-unknown-fields", true);
            case 5 -> arraySchema(depth - 1);
            default -> objectSchema(depth - 1);
          };
      if (random.nextInt(4) == 0) {
        schema.put("nullable", true);
      }
      if (random.nextInt(3) == 0) {
        schema.set("default", value(1));
      }
      return schema;
    }

    private JsonObject arraySchema(int depth) {
      JsonObject schema = new JsonObject().put("type", "array");
      schema.set("items", schema(depth));
      if (random.nextInt(3) == 0) {
        schema.put("x-kubernetes-list-type", "set");
      }
      return random.nextBoolean() ? schema.put("maxItems", random.nextInt(3)) : schema;
    }

    private JsonObject objectSchema(int depth) {
      JsonObject schema = new JsonObject().put("type", "object");
      JsonObject properties = schema.putObject("properties");
      if (random.nextInt(5) == 0) {
        schema.remove("properties");
        schema.set("additionalProperties", schema(depth));
        return schema;
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        properties.set(name(), schema(depth));
      }
      if (random.nextInt(4) == 0) {
        schema.putArray("required").add(name());
      }
      if (random.nextInt(4) == 0) {
        schema.put("x-kubernetes-preserve-unknown-fields", true);
      }
      if (random.nextInt(4) == 0) {
        schema.putArray("anyOf").add(restriction()).add(restriction());
      }
      if (random.nextInt(4) == 0) {
        schema.putArray("oneOf").add(restriction()).add(restriction());
      }
      return schema;
    }

    private JsonObject restriction() {
      JsonObject schema = new JsonObject();
      schema.putArray("required").add(name());
      return schema.put("maxProperties", random.nextInt(4));
    }

    private JsonObject members(int depth) {
      JsonObject members = new JsonObject();
      for (int i = random.nextInt(4); i > 0; i--) {
        members.set(name(), value(depth - 1));
      }
      return members;
    }

    private JsonValue value(int depth) {
      return switch (random.nextInt(depth > 0 ? 8 : 6)) {
        case 0 -> JsonValue.NULL;
        case 1 -> JsonValue.of(random.nextBoolean());
        case 2 -> JsonValue.of(random.nextInt(5));
        case 3 -> JsonValue.of(random.nextInt(5) + 0.5);
        case 4, 5 -> JsonValue.of("xyz".substring(random.nextInt(4)));
        case 6 -> new JsonArray().add(value(depth - 1)).add(value(depth - 1));
        default -> members(depth);
      };
    }
  }
}
