package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The strategy of a built-in kind with {@link ObjectRules}. */
public final class RuledStrategy extends BuiltInStrategy {
  private final ObjectRules rules;

  public RuledStrategy(WrittenKind kind, ObjectRules rules) {
    super(kind);
    this.rules = rules;
  }

  @Override
  public void complete(JsonObject object) {
    super.complete(object);
    rules.complete(object);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    rules.prepareCreate(object);
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    rules.prepareUpdate(next, old);
  }

  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    return rules.warnings(next, old);
  }

  @Override
  public boolean beginDeletion(JsonObject object, Instant now) {
    return rules.beginDeletion(object, now);
  }

  @Override
  public void validate(JsonObject object, List<FieldError> errors) {
    super.validate(object, errors);
    errors.addAll(rules.validate(object));
  }

  @Override
  public void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    super.validateUpdate(next, old, errors, warnings);
    errors.addAll(rules.validateUpdate(next, old));
  }
}
