package io.listwatch.objects.strategy;

import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.KindDefaults;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.kinds.validation.KindRules;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The default strategy of built-in kinds: only the status subresource writes the status, and the
 * generation counts changes of everything but metadata and status.
 */
public class BuiltInStrategy implements Strategy {
  private static final List<String> IDENTITY = List.of("apiVersion", "kind", "metadata", "status");

  /** The metadata that {@link Trait#STATUS_KEEPS_METADATA} protects. */
  private static final String[] DESCRIPTION = {
    "labels", "annotations", "finalizers", "ownerReferences"
  };

  private final boolean hasStatus;
  private final Traits traits;
  private final KindDefaults defaults;
  private final KindRules rules;

  public BuiltInStrategy(WrittenKind kind) {
    this.hasStatus = kind.hasStatus();
    this.traits = kind.traits();
    this.defaults = KindDefaults.of(kind.type());
    this.rules = KindRules.of(kind.type());
  }

  @Override
  public void complete(JsonObject object) {
    defaults.fill(object);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    rules.dropDisabledFields(object, null);
    if (hasStatus) {
      object.putObject("status");
    }
    if (traits.has(Trait.GENERATION)) {
      Metadata.of(object).setGeneration(1);
    }
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    rules.dropDisabledFields(next, old);
    if (hasStatus) {
      take(next, old, "status");
    }
    if (traits.has(Trait.GENERATION) && differs(next, old)) {
      Metadata.of(next).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  /** True if an update increments the generation. */
  boolean differs(JsonObject next, JsonObject old) {
    return !content(next).equals(content(old));
  }

  private static JsonObject content(JsonObject object) {
    return new JsonObject().setAll(object).remove(IDENTITY);
  }

  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    JsonValue status = next.get("status");
    JsonValue metadata = next.get("metadata");
    next.removeAll();
    next.setAll(old.deepCopy());
    next.set("metadata", metadata);
    set(next, "status", status);
    if (traits.has(Trait.STATUS_KEEPS_METADATA)) {
      Metadata.of(next).copy(Metadata.of(old), DESCRIPTION);
    }
  }

  @Override
  public FieldSet untouchedByStatus() {
    return traits.has(Trait.STATUS_KEEPS_METADATA)
        ? ManagedFields.ALL_BUT_STATUS
        : FieldSet.ofMembers("spec");
  }

  @Override
  public void validate(JsonObject object, List<FieldError> errors) {
    rules.validate(object, errors);
  }

  @Override
  public void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    rules.validateUpdate(next, old, errors);
  }

  @Override
  public void validateStatusUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    rules.validateStatusUpdate(next, old, errors);
  }

  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    return rules.warnings(next, old);
  }

  @Override
  public List<String> statusWarnings(JsonObject next, JsonObject old) {
    return rules.statusWarnings(next);
  }

  /** Copies a member from another object; removes it if it is absent there. */
  public static void take(JsonObject object, JsonObject from, String member) {
    JsonValue value = from.get(member);
    set(object, member, value == null ? null : value.deepCopy());
  }

  public static void set(JsonObject object, String member, @Nullable JsonValue value) {
    if (value == null) {
      object.remove(member);
    } else {
      object.set(member, value);
    }
  }
}
