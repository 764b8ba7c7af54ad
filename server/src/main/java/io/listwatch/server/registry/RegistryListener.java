package io.listwatch.server.registry;

import java.util.List;

/**
 * Is told when something else is served than before: whoever keeps something for each resource.
 *
 * <p>Called by the thread that made the change, after the change. Changes that are made at the same
 * time may be told in another order, so what is served now is to be asked of the registry.
 */
@FunctionalInterface
public interface RegistryListener {
  /**
   * Something has changed.
   *
   * @param ended what is not served any more, or not as before; a resource with other verbs but the
   *     same otherwise is not among them
   */
  void changed(List<ResourceDefinition> ended);
}
