package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.FieldError;
import java.util.List;

/**
 * How objects of users' kinds are written. With a status path, the status belongs to it alone; the
 * generation counts changes of everything but metadata.
 */
final class CustomStrategy implements Strategy {
  private final boolean hasStatus;
  private final CustomContent content;

  CustomStrategy(ResourceDefinition definition) {
    this.hasStatus = definition.subresource("status").isPresent();
    this.content = definition.content();
  }

  @Override
  public void complete(ObjectNode object) {
    content.complete(object);
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    if (hasStatus) {
      object.remove("status");
    }
    Metadata.of(object).setGeneration(1);
  }

  @Override
  public void prepareUpdate(ObjectNode next, ObjectNode old) {
    if (hasStatus) {
      BuiltInStrategy.take(next, old, "status");
    }
    if (!content(next).equals(content(old))) {
      Metadata.of(next).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  private static ObjectNode content(ObjectNode object) {
    return object.objectNode().<ObjectNode>setAll(object).without("metadata");
  }

  @Override
  public void prepareStatusUpdate(ObjectNode next, ObjectNode old) {
    JsonNode status = next.get("status");
    JsonNode owners = Metadata.of(next).node().get("managedFields");
    JsonNode version = Metadata.of(next).node().get("resourceVersion");
    next.removeAll();
    next.setAll(old.deepCopy());
    BuiltInStrategy.set(next, "status", status);
    BuiltInStrategy.set(Metadata.of(next).node(), "managedFields", owners);
    BuiltInStrategy.set(Metadata.of(next).node(), "resourceVersion", version);
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    content.validate(object, errors);
  }

  @Override
  public void revalidate(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    content.validateUpdate(next, old, errors);
  }

  @Override
  public void revalidateStatus(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    content.validateStatusUpdate(next, old, errors);
  }
}
