package io.listwatch.objects.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.metadata.MetadataValidation;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.BuiltInStrategy;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.selector.Quotation;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How objects of users' kinds are written. With a status path, the status belongs to it alone; the
 * generation counts changes of everything but metadata.
 */
public final class CustomStrategy implements Strategy {
  private static final String UNQUALIFIED =
      "metadata.finalizers: %s: prefer a domain-qualified finalizer name including a path (/) to"
          + " avoid accidental conflicts with other finalizer writers";

  private final boolean hasStatus;
  private final CustomContent content;

  /**
   * @param hasStatus whether {@code status} is a subresource
   */
  public CustomStrategy(boolean hasStatus, CustomContent content) {
    this.hasStatus = hasStatus;
    this.content = content;
  }

  @Override
  public void complete(ObjectNode object) {
    content.complete(object);
  }

  @Override
  public void completeApplied(ObjectNode object) {
    content.completeApplied(object);
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

  /** Names that others may have chosen as well are taken, unlike those of built-in kinds. */
  @Override
  public List<String> warnings(ObjectNode next, @Nullable ObjectNode old) {
    var added = new TreeSet<>(Metadata.of(next).finalizers());
    if (old != null) {
      added.removeAll(Metadata.of(old).finalizers());
    }
    return added.stream()
        .filter(each -> !MetadataValidation.isQualified(each))
        .map(each -> UNQUALIFIED.formatted(Quotation.of(each)))
        .toList();
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    content.validate(object, errors);
  }

  @Override
  public void validateUpdate(
      ObjectNode next, ObjectNode old, List<FieldError> errors, List<String> warnings) {
    content.validateUpdate(next, old, errors, warnings);
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode next, ObjectNode old, List<FieldError> errors, List<String> warnings) {
    content.validateStatusUpdate(next, old, errors, warnings);
  }
}
