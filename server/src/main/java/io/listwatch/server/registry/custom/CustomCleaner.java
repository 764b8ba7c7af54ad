package io.listwatch.server.registry.custom;

import io.listwatch.model.Resource;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Deletes what there is of a definition whose deletion was asked for. */
@FunctionalInterface
public interface CustomCleaner {
  /**
   * Deletes all objects, then takes {@link CustomResourceDefinition#CLEANUP} off the definition's
   * finalizers. Fails, through the stage, if any object is left.
   *
   * @param definition as it was last seen
   * @param served what is served of it; empty if its names were never accepted
   */
  CompletionStage<?> clean(Resource definition, List<ResourceDefinition> served);
}
