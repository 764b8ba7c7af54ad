package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Status.Cause;
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
  private static final JsonPointer SERVICE =
      JsonPointer.compile("/spec/conversion/webhook/clientConfig/service");

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

  /** Formats that nobody knows mean nothing, and some paths and all services lead nowhere here. */
  @Override
  public List<String> warnings(ObjectNode next, @Nullable ObjectNode old) {
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

  private static List<String> unknownPaths(ObjectNode definition) {
    List<String> warnings = new ArrayList<>();
    for (JsonNode version : definition.path("spec").path("versions")) {
      for (JsonNode column : version.path("additionalPrinterColumns")) {
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

  private static List<String> unknownFormats(ObjectNode next, @Nullable ObjectNode old) {
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
