package io.listwatch.objects;

import io.listwatch.model.ApiException;
import io.listwatch.objects.custom.CustomResourceDefinition;
import io.listwatch.objects.custom.CustomStatus;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.objects.strategy.MissingAddressesException;
import io.listwatch.objects.strategy.ObjectValidation;
import io.listwatch.objects.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Validates an object as a create or an update does. */
final class ObjectCheck {
  /** Stands for the creation timestamp that a server sets. */
  private static final Instant CREATED = Instant.EPOCH;

  /** Stands for the uid that a server sets. */
  private static final String UID = "00000000-0000-4000-8000-000000000000";

  private final KnownKind kind;
  private final Manifest source;
  private final Strategy strategy;

  ObjectCheck(KnownKind kind, Manifest source) {
    this.kind = kind;
    this.source = source;
    this.strategy = kind.strategy();
  }

  List<Problem> create() {
    ObjectDraft draft = ObjectDraft.of(kind, source);
    JsonObject object = draft.object();
    List<Problem> problems = new ArrayList<>(draft.problems());
    if (object != null) {
      problems.addAll(
          guarded(
              () -> {
                prepare(object);
                return ObjectValidation.create(kind.written(), strategy, object);
              }));
    }
    return problems;
  }

  /**
   * Validates a change.
   *
   * @param old decoded and defaulted
   */
  List<Problem> update(JsonObject old) {
    ObjectDraft draft = ObjectDraft.of(kind, source);
    JsonObject next = draft.object();
    List<Problem> problems = new ArrayList<>(draft.problems());
    if (next != null) {
      problems.addAll(guarded(() -> updateErrors(next, stored(old))));
    }
    return problems;
  }

  private List<FieldError> updateErrors(JsonObject next, JsonObject old) {
    Metadata metadata = Metadata.of(next);
    Metadata former = Metadata.of(old);
    metadata.copy(former, "resourceVersion", "generation");
    strategy.prepareUpdate(next, old);
    metadata.keepIdentity(former);
    List<FieldError> errors =
        ObjectValidation.metadataUpdate(kind.written(), Metadata.of(next), former);
    strategy.validateUpdate(next, old, errors, new ArrayList<>());
    return errors;
  }

  /**
   * Returns an object that was never stored, recognized by its missing uid, as a create would have
   * stored it.
   */
  private JsonObject stored(JsonObject old) {
    if (Metadata.of(old).uid().isEmpty()) {
      new ObjectCheck(kind, source).prepare(old);
    }
    if (kind.isDefinition()) {
      CustomResourceDefinition definition = CustomResourceDefinition.of(old);
      CustomStatus.next(definition, List.of(definition), CREATED)
          .ifPresent(status -> old.set("status", status));
    }
    return old;
  }

  /** Sets the fields that only a server sets. */
  private void prepare(JsonObject object) {
    Metadata metadata = Metadata.of(object);
    metadata.dropSystemFields();
    metadata.set("creationTimestamp", Times.seconds(CREATED));
    metadata.set("uid", UID);
    if (metadata.name().isEmpty() && !metadata.generateName().isEmpty()) {
      metadata.set("name", new Identities(new Random(0)).name(metadata.generateName()));
    }
    strategy.mutate(object);
    strategy.assumeAdmission(object);
    strategy.prepareCreate(object);
  }

  /** kube-apiserver reports a duplicate error only once. */
  private List<Problem> guarded(Supplier<List<FieldError>> validation) {
    try {
      return validation.get().stream().map(this::problem).distinct().toList();
    } catch (MissingAddressesException valid) {
      // The service is valid; a server would now allocate addresses.
      return List.of();
    } catch (ApiException e) {
      return List.of(Problem.at(Problem.FORBIDDEN, "", e.status().message(), source));
    }
  }

  private Problem problem(FieldError error) {
    return new Problem(
        error.reason(),
        error.field(),
        error.message(),
        source.line(kind.isDefinition() ? DefinitionPaths.written(error.field()) : error.field()));
  }
}
