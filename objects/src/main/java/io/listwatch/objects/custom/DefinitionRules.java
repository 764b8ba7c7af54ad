package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
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
  public void complete(JsonObject definition) {
    CustomStatus.complete(definition);
  }

  @Override
  public void prepareCreate(JsonObject definition) {
    definition.set("status", CustomStatus.initial(definition));
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    if (next.get("status") instanceof JsonObject status) {
      next.set("status", CustomStatus.updated(next, status));
    }
  }

  /** Adds the finalizer that waits until all objects are deleted. */
  @Override
  public boolean beginDeletion(JsonObject definition, Instant now) {
    JsonArray finalizers = definition.withObject("metadata").withArray("finalizers");
    if (!CustomNames.strings(finalizers).contains(CustomResourceDefinition.CLEANUP)) {
      finalizers.add(CustomResourceDefinition.CLEANUP);
    }
    CustomStatus.terminate(definition, now);
    return true;
  }

  @Override
  public List<FieldError> validate(JsonObject definition) {
    return errors(CustomValidation.create(definition));
  }

  @Override
  public List<FieldError> validateUpdate(JsonObject next, JsonObject old) {
    return errors(CustomValidation.update(next, old));
  }

  /** Warns about unknown formats, which have no effect. */
  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
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
