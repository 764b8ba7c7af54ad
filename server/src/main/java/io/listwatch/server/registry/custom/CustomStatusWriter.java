package io.listwatch.server.registry.custom;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import java.util.concurrent.CompletionStage;

/** Writes the status of a CustomResourceDefinition. */
@FunctionalInterface
public interface CustomStatusWriter {
  /**
   * Writes the status. The stage fails if the CRD has changed since {@code definition} was read.
   *
   * @param definition the CRD from which the status was computed
   * @param status owned by the callee
   */
  CompletionStage<?> write(Resource definition, JsonObject status);
}
