package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.CustomContent;
import io.listwatch.server.resource.ReadDefaults;
import io.listwatch.server.schema.FieldError;
import io.listwatch.server.schema.JsonTrees;
import io.listwatch.server.schema.Schema;
import io.listwatch.server.schema.SortedForm;
import io.listwatch.server.schema.cel.SchemaRules;
import io.listwatch.server.schema.structural.StructuralSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a version's schema says about its objects. Read once; equal to others of the same text.
 *
 * <p>Immutable.
 */
final class SchemaContent implements CustomContent {
  private static final SortedForm FORM = new SortedForm();

  private final JsonNode source;
  private final JsonNode stored;
  private final StructuralSchema schema;
  private final StructuralSchema storedSchema;
  private final SchemaRules rules;

  private SchemaContent(ObjectNode source, JsonNode stored) {
    this.source = source;
    this.stored = stored;
    this.schema = StructuralSchema.of(source);
    this.storedSchema =
        !stored.isObject() || stored.equals(source) ? schema : StructuralSchema.of(stored);
    this.rules = SchemaRules.of(source);
  }

  /**
   * The content of a version.
   *
   * @param version of a definition, with its schema
   * @param stored the version in which objects are stored, perhaps the same
   */
  static CustomContent of(JsonNode version, JsonNode stored) {
    return schema(version) instanceof ObjectNode source
        ? new SchemaContent(source, schema(stored))
        : UNKNOWN;
  }

  private static JsonNode schema(JsonNode version) {
    return version.path("schema").path("openAPIV3Schema");
  }

  @Override
  public Schema sharing() {
    return schema;
  }

  @Override
  public Optional<String> unreadable(ObjectNode object) {
    return schema.unreadable(object);
  }

  @Override
  public List<String> prune(ObjectNode object) {
    return schema.prune(object);
  }

  @Override
  public void complete(ObjectNode object) {
    schema.complete(object);
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    errors.addAll(schema.violations(object, null));
    checkContent(object, null, errors);
  }

  @Override
  public void validateUpdate(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    errors.addAll(schema.violations(next, old));
    checkContent(next, old, errors);
  }

  @Override
  public void validateStatusUpdate(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    errors.addAll(schema.violations(next, old, "status"));
    checkContent(next, old, errors);
  }

  private void checkContent(ObjectNode object, @Nullable ObjectNode old, List<FieldError> errors) {
    schema.visitEmbedded(object, (each, path) -> EmbeddedIdentity.check(each, path, errors));
    if (old == null || schema.duplicates(old).isEmpty()) {
      errors.addAll(schema.duplicates(object));
    }
    rules.check(object, old, errors, forgiven -> {});
  }

  @Override
  public ReadDefaults reading() {
    return this::reread;
  }

  private byte[] reread(byte[] bytes) {
    if (!(JsonTrees.read(bytes) instanceof ObjectNode object)) {
      return bytes;
    }
    boolean pruned = !storedSchema.prune(object).isEmpty();
    boolean completed = storedSchema.complete(object);
    return pruned || completed ? FORM.encode(object) : bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaContent that
        && source.equals(that.source)
        && stored.equals(that.stored);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }
}
