package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.concurrent.Executor;

/**
 * The steps that transitions put in order, each in one place.
 *
 * @param registry tells a wrong kind from a wrong version
 * @param owners keeps managedFields
 * @param beforeCreate prepares and validates new objects
 * @param control decides about every write
 * @param workers go on with a write after an admission step that took a while
 */
public record WriteSteps(
    ResourceRegistry registry,
    FieldOwners owners,
    BeforeCreate beforeCreate,
    Admission control,
    Executor workers) {
  ObjectDecoder decoder(ServedKind kind, WriteOptions options) {
    return new ObjectDecoder(kind, registry, options);
  }

  AdmissionSteps admission(
      ServedKind kind, ResourceKey key, ObjectPart part, WriteOptions options) {
    return new AdmissionSteps(control, workers, kind, key, part, options);
  }
}
