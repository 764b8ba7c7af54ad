package io.listwatch.server.registry.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.strategy.ObjectRules;
import io.listwatch.server.registry.table.CustomColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a custom resource definition must be when it is written. */
public final class DefinitionRules implements ObjectRules {
  private static final String SERVICE = "/spec/conversion/webhook/clientConfig/service";

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

  /** Its objects are to go first. */
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

  /** Formats that nobody knows mean nothing, and some paths and all services lead nowhere here. */
  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    List<String> warnings = new ArrayList<>(unknownFormats(next, old));
    List<String> known = old == null ? List.of() : unknownPaths(old);
    unknownPaths(next).stream().filter(each -> !known.contains(each)).forEach(warnings::add);
    if (next.at(SERVICE).isObject() && (old == null || !next.at(SERVICE).equals(old.at(SERVICE)))) {
      warnings.add(
          "spec.conversion.webhook.clientConfig.service: this server reaches webhooks by url only;"
              + " objects are not converted");
    }
    return warnings;
  }

  private static List<String> unknownPaths(JsonObject definition) {
    List<String> warnings = new ArrayList<>();
    for (JsonValue version : definition.path("spec").path("versions")) {
      for (JsonValue column : version.path("additionalPrinterColumns")) {
        String path = column.path("jsonPath").asText();
        if (!CustomColumns.understands(path)) {
          warnings.add(
              "additionalPrinterColumns: %s: nothing is shown in column %s"
                  .formatted(Quotation.of(path), Quotation.of(column.path("name").asText())));
        }
      }
    }
    return warnings;
  }

  private static List<String> unknownFormats(JsonObject next, @Nullable JsonObject old) {
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
