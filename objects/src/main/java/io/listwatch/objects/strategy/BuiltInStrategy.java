package io.listwatch.objects.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.kinds.KindDefaults;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.kinds.validation.KindRules;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How built-in kinds are written unless they differ: a status belongs to its own path, and the
 * generation counts changes of what is neither metadata nor status.
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
  public void complete(ObjectNode object) {
    defaults.fill(object);
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    rules.dropDisabledFields(object, null);
    if (hasStatus) {
      object.putObject("status");
    }
    if (traits.has(Trait.GENERATION)) {
      Metadata.of(object).setGeneration(1);
    }
  }

  @Override
  public void prepareUpdate(ObjectNode next, ObjectNode old) {
    rules.dropDisabledFields(next, old);
    if (hasStatus) {
      take(next, old, "status");
    }
    if (traits.has(Trait.GENERATION) && differs(next, old)) {
      Metadata.of(next).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  /** Whether an update counts up the generation. */
  boolean differs(ObjectNode next, ObjectNode old) {
    return !content(next).equals(content(old));
  }

  private static ObjectNode content(ObjectNode object) {
    return object.objectNode().<ObjectNode>setAll(object).remove(IDENTITY);
  }

  @Override
  public void prepareStatusUpdate(ObjectNode next, ObjectNode old) {
    JsonNode status = next.get("status");
    JsonNode metadata = next.get("metadata");
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
  public void validate(ObjectNode object, List<FieldError> errors) {
    rules.validate(object, errors);
  }

  @Override
  public void validateUpdate(
      ObjectNode next, ObjectNode old, List<FieldError> errors, List<String> warnings) {
    rules.validateUpdate(next, old, errors);
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode next, ObjectNode old, List<FieldError> errors, List<String> warnings) {
    rules.validateStatusUpdate(next, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode next, @Nullable ObjectNode old) {
    return rules.warnings(next, old);
  }

  @Override
  public List<String> statusWarnings(ObjectNode next, ObjectNode old) {
    return rules.statusWarnings(next);
  }

  /** Takes a member over from another object: its value, or its absence. */
  public static void take(ObjectNode object, ObjectNode from, String member) {
    JsonNode value = from.get(member);
    set(object, member, value == null ? null : value.deepCopy());
  }

  public static void set(ObjectNode object, String member, @Nullable JsonNode value) {
    if (value == null) {
      object.remove(member);
    } else {
      object.set(member, value);
    }
  }
}
