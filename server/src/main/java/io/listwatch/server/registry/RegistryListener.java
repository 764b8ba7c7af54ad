package io.listwatch.server.registry;

import java.util.List;

/**
 * Is notified when the served resources change, for components that keep state per resource.
 *
 * <p>The thread that made the change calls the listener, after the change. Notifications of
 * concurrent changes may arrive out of order, so listeners read the current state from the
 * registry.
 */
@FunctionalInterface
public interface RegistryListener {
  /**
   * Called after the served resources have changed.
   *
   * @param ended the resources that are no longer served, or not as before; a resource of which
   *     only the verbs changed is not included
   */
  void changed(List<ResourceDefinition> ended);
}
