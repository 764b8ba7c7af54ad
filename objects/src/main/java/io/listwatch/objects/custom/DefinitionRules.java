package io.listwatch.objects.custom;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Status.Cause;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.ObjectRules;
import io.listwatch.selector.Quotation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Defaults and validates CustomResourceDefinitions. */
public class DefinitionRules implements ObjectRules {
  @Override
  public void complete(ObjectNode definition) {
    CustomStatus.complete(definition);
  }

  @Override
  public void prepareCreate(ObjectNode definition) {
    definition.set("status", CustomStatus.initial(definition));
  }

  @Override
  public void prepareUpdate(ObjectNode next, ObjectNode old) {
    if (next.get("status") instanceof ObjectNode status) {
      next.set("status", CustomStatus.updated(next, status));
    }
  }

  /** Its objects are to go first. */
  @Override
  public boolean beginDeletion(ObjectNode definition, Instant now) {
    ArrayNode finalizers = definition.withArray("/metadata/finalizers");
    if (!CustomNames.strings(finalizers).contains(CustomResourceDefinition.CLEANUP)) {
      finalizers.add(CustomResourceDefinition.CLEANUP);
    }
    CustomStatus.terminate(definition, now);
    return true;
  }

  @Override
  public List<FieldError> validate(ObjectNode definition) {
    return errors(CustomValidation.create(definition));
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode next, ObjectNode old) {
    return errors(CustomValidation.update(next, old));
  }

  /** Warns about formats that have no effect. */
  @Override
  public List<String> warnings(ObjectNode next, @Nullable ObjectNode old) {
    List<String> formats = new ArrayList<>(UnknownFormats.of(next));
    if (old != null) {
      formats.removeAll(UnknownFormats.of(old));
    }
    return formats.stream()
        .map(each -> "unrecognized format " + Quotation.of(each))
        .distinct()
        .toList();
  }

  private static List<FieldError> errors(List<Cause> causes) {
    return causes.stream()
        .map(cause -> new FieldError(cause.reason(), cause.field(), cause.message()))
        .toList();
  }
}
