package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Properties of all schemas that a definition may have, and of all objects. */
final class StructuralSchemaProperties {
  @Property(tries = 500)
  void pruningIsIdempotent(@ForAll long seed) {
    var given = SchemaSample.of(seed);

    given.schema().prune(given.object());
    JsonObject once = given.object().deepCopy();

    assertThat(given.schema().prune(given.object())).isEmpty();
    assertThat(given.object()).isEqualTo(once);
  }

  @Property(tries = 500)
  void defaultingIsIdempotent(@ForAll long seed) {
    var given = SchemaSample.of(seed);

    given.schema().prune(given.object());
    given.schema().complete(given.object());
    JsonObject once = given.object().deepCopy();

    assertThat(given.schema().complete(given.object())).isFalse();
    assertThat(given.object()).isEqualTo(once);
  }

  @Property(tries = 500)
  void objectsUnchangedAsBytesAreUnchangedAsTrees(@ForAll long seed) {
    var given = SchemaSample.of(seed);

    byte[] bytes = given.object().toString().getBytes(StandardCharsets.UTF_8);

    boolean leaves = given.schema().leaves(bytes);
    boolean changed = !given.schema().prune(given.object()).isEmpty();
    changed |= given.schema().complete(given.object());

    assertThat(leaves && changed).isFalse();
  }

  @Property(tries = 500)
  void quickCheckAgreesWithValidation(@ForAll long seed) {
    var given = SchemaSample.of(seed);

    boolean fits = QuickValidation.fits(given.object(), given.schema());

    assertThat(Validation.check(given.object(), null, given.schema(), "").isEmpty())
        .isEqualTo(fits);
    assertThat(Validation.found(given.object(), null, given.schema()).isEmpty()).isEqualTo(fits);
  }

  @Property(tries = 500)
  void quickCheckOfAChangeAgreesWithValidation(@ForAll long seed) {
    var given = SchemaSample.of(seed);

    boolean fits = QuickValidation.fits(given.object(), given.old(), given.schema());

    assertThat(Validation.found(given.object(), given.old(), given.schema()).isEmpty())
        .isEqualTo(fits);
  }

  @Property(tries = 500)
  void prunedObjectStaysValid(@ForAll long seed) {
    var given = SchemaSample.of(seed);
    given.schema().prune(given.object());
    given.schema().complete(given.object());
    boolean valid = given.schema().violations(given.object(), null).isEmpty();

    given.schema().prune(given.object());
    given.schema().complete(given.object());

    assertThat(given.schema().violations(given.object(), null).isEmpty()).isEqualTo(valid);
  }

  @Property(tries = 500)
  void unchangedObjectHasNoErrors(@ForAll long seed) {
    var given = SchemaSample.of(seed);

    List<FieldError> errors = given.schema().violations(given.object(), given.object().deepCopy());

    assertThat(errors).isEmpty();
  }

  @Property(tries = 500)
  void neverThrowsOnAnyObject(@ForAll long seed) {
    var given = SchemaSample.of(seed);
    var errors = new ArrayList<FieldError>();

    given.schema().unreadable(given.object());
    errors.addAll(given.schema().duplicates(given.object()));
    given
        .schema()
        .visitEmbedded(given.object(), (each, path) -> errors.add(FieldError.required(path, "")));

    assertThat(errors).allMatch(each -> !each.field().isEmpty());
  }

  @Property(tries = 500)
  void neverThrowsOnAnySchema(@ForAll long seed) {
    JsonValue anything = SchemaSample.anything(seed);

    List<FieldError> errors = errors(anything, true);

    assertThat(errors).hasSizeLessThanOrEqualTo(500);
  }

  private static List<FieldError> errors(JsonValue schema, boolean status) {
    return StructuralCheck.check(
        schema, "schema", status, (object, path, found) -> {}, PatternBudget.ofDefinition());
  }

  @Property(tries = 500)
  void pruningKeepsDeclaredFields(@ForAll long seed) {
    var given = SchemaSample.of(seed);
    JsonObject before = given.object().deepCopy();

    given.schema().prune(given.object());

    assertKept(before, given.object(), given.schema());
  }

  /** Requires that the declared members of objects still exist, at any depth. */
  private static void assertKept(
      JsonValue before, JsonValue after, @Nullable StructuralSchema schema) {
    for (int i = 0; before.isArray() && i < before.size(); i++) {
      assertKept(before.path(i), after.path(i), schema == null ? null : schema.declaredItem());
    }
    for (Map.Entry<String, JsonValue> member : before.properties()) {
      StructuralSchema declared = schema == null ? null : schema.property(member.getKey());
      if (declared != null) {
        assertThat(after.has(member.getKey())).isTrue();
        assertKept(member.getValue(), after.path(member.getKey()), declared);
      }
    }
  }

  @Property(tries = 500)
  void defaultingKeepsGivenValues(@ForAll long seed) {
    var given = SchemaSample.of(seed);
    JsonObject before = given.object().deepCopy();

    given.schema().complete(given.object());

    assertContains(given.object(), before);
  }

  /** Requires that the tree contains all scalars of the part, except nulls. */
  private static void assertContains(JsonValue tree, JsonValue part) {
    for (int i = 0; part.isArray() && i < part.size(); i++) {
      assertContains(tree.path(i), part.path(i));
    }
    part.properties().forEach(each -> assertContains(tree.path(each.getKey()), each.getValue()));
    if (part.isScalar() && !part.isNull()) {
      assertThat(tree).isEqualTo(part);
    }
  }

  @Property(tries = 500)
  void ratchetingOnlyRemovesErrors(@ForAll long seed) {
    var given = SchemaSample.of(seed);

    List<FieldError> ofUpdate = given.schema().violations(given.object(), given.old());
    List<FieldError> ofCreate = given.schema().violations(given.object(), null);

    assertThat(ofUpdate.isEmpty() || !ofCreate.isEmpty()).isTrue();
  }
}
