package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.CustomContent;
import io.listwatch.server.schema.FieldError;
import io.listwatch.server.schema.Schema;
import io.listwatch.server.schema.cel.SchemaRules;
import io.listwatch.server.schema.structural.StructuralSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a version's schema says about its objects. Read once; equal to others of the same text.
 *
 * <p>Immutable.
 */
final class SchemaContent implements CustomContent {
  private final JsonNode source;
  private final StructuralSchema schema;
  private final SchemaRules rules;

  private SchemaContent(ObjectNode source) {
    this.source = source;
    this.schema = StructuralSchema.of(source);
    this.rules = SchemaRules.of(source);
  }

  /**
   * The content of a version.
   *
   * @param version of a definition, with its schema
   */
  static CustomContent of(JsonNode version) {
    JsonNode source = version.path("schema").path("openAPIV3Schema");
    return source instanceof ObjectNode schema ? new SchemaContent(schema) : UNKNOWN;
  }

  @Override
  public Schema sharing() {
    return schema;
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
    checkRules(object, null, errors);
  }

  @Override
  public void validateUpdate(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    checkRules(next, old, errors);
  }

  @Override
  public void validateStatusUpdate(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    checkRules(next, old, errors);
  }

  private void checkRules(ObjectNode object, @Nullable ObjectNode old, List<FieldError> errors) {
    rules.check(object, old, errors, forgiven -> {});
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaContent that && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }
}
