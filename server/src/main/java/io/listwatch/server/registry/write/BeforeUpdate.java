package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.ObjectValidation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prepares and validates an update: checks its resourceVersion, restores the fields that it must
 * not change, calls the kind's strategy, then validates the result.
 */
record BeforeUpdate(ServedKind kind, ObjectPart part, Consumer<String> warnings) {
  /**
   * Prepares {@code next} to replace {@code old}.
   *
   * @throws io.listwatch.model.ApiException if it is invalid, or if its resourceVersion is not the
   *     current one
   */
  void apply(JsonObject next, JsonObject old) {
    Metadata metadata = Metadata.of(next);
    Metadata former = Metadata.of(old);
    checkVersion(metadata, former);
    metadata.copy(former, "generation");
    part.prepare(kind.strategy(), next, old);
    metadata.keepIdentity(former);
    validate(next, old);
    part.admit(kind.strategy(), next, old);
    part.warnings(kind.strategy(), next, old).forEach(warnings);
  }

  /** An update without a resourceVersion, or with 0, is unconditional, if the kind allows that. */
  private void checkVersion(Metadata next, Metadata old) {
    String version = next.resourceVersion();
    if (!version.isEmpty() && !version.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw ApiErrors.plain("strconv.ParseUint: parsing \"" + version + "\": invalid syntax");
    }
    String number = version.replaceFirst("^0+", "");
    if (number.isEmpty() && !kind.traits().unconditionalUpdate()) {
      throw ApiErrors.invalid(
          kind.type().group(),
          kind.type().plural(),
          old.name(),
          List.of(
              FieldError.invalid(
                  "metadata.resourceVersion", 0, "must be specified for an update")));
    }
    if (!number.isEmpty() && !number.equals(old.resourceVersion())) {
      throw ApiErrors.modified(kind.type(), old.name());
    }
    next.copy(old, "resourceVersion");
  }

  private void validate(JsonObject next, JsonObject old) {
    Metadata former = Metadata.of(old);
    List<FieldError> errors =
        ObjectValidation.metadataUpdate(kind.definition().written(), Metadata.of(next), former);
    List<String> ratcheted = new ArrayList<>();
    part.validate(kind.strategy(), next, old, errors, ratcheted);
    ratcheted.forEach(warnings);
    if (!errors.isEmpty()) {
      throw ApiErrors.invalid(kind.type(), former.name(), errors);
    }
  }
}
