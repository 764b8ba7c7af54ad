package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
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
 * The strategy of custom resources. If the status is a subresource, only that subresource writes
 * it. The generation counts changes of everything but metadata.
 */
public final class CustomStrategy implements Strategy {
  private static final String UNQUALIFIED =
      "metadata.finalizers: %s: prefer a domain-qualified finalizer name including a path (/) to"
          + " avoid accidental conflicts with other finalizer writers";

  private final boolean hasStatus;
  private final CustomContent content;

  /**
   * @param hasStatus true if {@code status} is a subresource
   */
  public CustomStrategy(boolean hasStatus, CustomContent content) {
    this.hasStatus = hasStatus;
    this.content = content;
  }

  @Override
  public void complete(JsonObject object) {
    content.complete(object);
  }

  @Override
  public void completeApplied(JsonObject object) {
    content.completeApplied(object);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    if (hasStatus) {
      object.remove("status");
    }
    Metadata.of(object).setGeneration(1);
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    if (hasStatus) {
      BuiltInStrategy.take(next, old, "status");
    }
    if (!content(next).equals(content(old))) {
      Metadata.of(next).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  private static JsonObject content(JsonObject object) {
    return new JsonObject().setAll(object).without("metadata");
  }

  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    JsonValue status = next.get("status");
    JsonValue owners = Metadata.of(next).node().get("managedFields");
    JsonValue version = Metadata.of(next).node().get("resourceVersion");
    next.removeAll();
    next.setAll(old.deepCopy());
    BuiltInStrategy.set(next, "status", status);
    BuiltInStrategy.set(Metadata.of(next).node(), "managedFields", owners);
    BuiltInStrategy.set(Metadata.of(next).node(), "resourceVersion", version);
  }

  /** Warns about finalizers without a domain, which built-in kinds reject. */
  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
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
  public void validate(JsonObject object, List<FieldError> errors) {
    content.validate(object, errors);
  }

  @Override
  public void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    content.validateUpdate(next, old, errors, warnings);
  }

  @Override
  public void validateStatusUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    content.validateStatusUpdate(next, old, errors, warnings);
  }
}
