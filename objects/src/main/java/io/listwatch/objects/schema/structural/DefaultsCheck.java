package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the defaults of a schema are valid and would not be pruned. Skips places where
 * defaults are forbidden.
 */
final class DefaultsCheck {
  private final EmbeddedRules embedded;
  private final List<FieldError> errors = new ArrayList<>();

  private DefaultsCheck(EmbeddedRules embedded) {
    this.embedded = embedded;
  }

  static List<FieldError> check(SchemaPlace root, EmbeddedRules embedded) {
    var check = new DefaultsCheck(embedded);
    check.visit(root, StructuralSchema.of(root.json()));
    return check.errors;
  }

  private void visit(SchemaPlace place, @Nullable StructuralSchema schema) {
    if (schema == null) {
      return;
    }
    JsonValue value = schema.defaultValue();
    if (value != null) {
      checkDefault(value, schema, place);
    }
    SchemaPlace items = place.child("items");
    if (items != null) {
      visit(items, schema.declaredItem());
    }
    place.properties().forEach((name, each) -> visit(each, schema.property(name)));
  }

  private void checkDefault(JsonValue value, StructuralSchema schema, SchemaPlace place) {
    if (Pruning.changes(value.deepCopy(), schema)) {
      errors.add(place.invalid("default", value, "must not have unknown fields"));
    }
    int before = errors.size();
    if (value instanceof JsonObject object) {
      checkEmbedded(object, schema, place.at("default"));
    }
    if (errors.size() == before) {
      errors.addAll(Validation.check(value, null, schema, place.at("default")));
    }
  }

  private void checkEmbedded(JsonObject object, StructuralSchema schema, String path) {
    if (schema.embedded()) {
      checkIdentity(object, path);
    }
    EmbeddedObjects.visit(
        object, schema, (each, place) -> checkIdentity(each, path + "." + place.withKeys()));
  }

  private void checkIdentity(JsonObject object, String path) {
    int before = errors.size();
    EmbeddedTypes.check(object, path, errors);
    if (errors.size() == before) {
      embedded.check(object, path, errors);
    }
  }
}
