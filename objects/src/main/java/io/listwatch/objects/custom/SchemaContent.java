package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.cel.SchemaRules;
import io.listwatch.objects.schema.structural.StructuralSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content rules of a version with a schema. Parsed once; equal if the schemas are.
 *
 * <p>Immutable.
 */
public final class SchemaContent implements CustomContent {
  private static final BuiltInForm METADATA = new BuiltInForm(BuiltInTypes.load().objectMeta());

  private final JsonValue source;
  private final VersionSchemas versions;
  private final StructuralSchema schema;
  private final SchemaRules rules;

  private SchemaContent(JsonObject source, VersionSchemas versions) {
    this.source = source;
    this.versions = versions;
    this.schema = StructuralSchema.of(source);
    this.rules = SchemaRules.of(source);
  }

  /**
   * Returns the content rules of a version.
   *
   * @param version the entry in the definition, with its schema
   * @param versions the schemas of all versions of the definition
   */
  public static CustomContent of(JsonValue version, VersionSchemas versions) {
    return VersionSchemas.source(version) instanceof JsonObject source
        ? new SchemaContent(source, versions)
        : UNKNOWN;
  }

  @Override
  public void prepare() {
    rules.prepare();
  }

  @Override
  public Schema sharing() {
    return schema;
  }

  @Override
  public @Nullable Schema sharing(String apiVersion) {
    return versions.of(apiVersion);
  }

  @Override
  public Optional<String> unreadable(JsonObject object) {
    return schema.unreadable(object);
  }

  @Override
  public List<String> prune(JsonObject object) {
    return schema.prune(object);
  }

  @Override
  public void complete(JsonObject object) {
    tidyAll(object);
    schema.complete(object);
  }

  @Override
  public void completeApplied(JsonObject object) {
    tidyAll(object);
    schema.fill(object);
  }

  private void tidyAll(JsonObject object) {
    JsonValue owners = object.path("metadata").path("managedFields");
    tidy(object);
    if (owners.isArray()) {
      // An empty managedFields list differs from an absent one.
      object.withObject("metadata").set("managedFields", owners);
    }
    schema.visitEmbedded(object, (each, path) -> tidy(each));
  }

  /** Normalizes metadata like that of built-in kinds, without empty members. */
  private static void tidy(JsonObject object) {
    if (object.get("metadata") instanceof JsonObject metadata) {
      object.set("metadata", METADATA.normalize(metadata));
    }
  }

  @Override
  public void validate(JsonObject object, List<FieldError> errors) {
    errors.addAll(schema.violations(object, null));
    checkContent(object, null, errors, new ArrayList<>());
  }

  @Override
  public void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    errors.addAll(schema.violations(next, old));
    checkContent(next, old, errors, warnings);
  }

  @Override
  public void validateStatusUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    errors.addAll(schema.violations(next, old, "status"));
    checkContent(next, old, errors, warnings);
  }

  private void checkContent(
      JsonObject object, @Nullable JsonObject old, List<FieldError> errors, List<String> warnings) {
    schema.visitEmbedded(object, (each, path) -> EmbeddedIdentity.check(each, path, errors));
    if (old == null || schema.duplicates(old).isEmpty()) {
      errors.addAll(schema.duplicates(object));
    }
    rules.check(object, old, errors, warnings::add);
  }

  @Override
  public byte[] reread(byte[] stored) {
    return versions.reread(stored);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaContent that
        && source.equals(that.source)
        && versions.equals(that.versions);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }
}
