package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;

/**
 * Between the version of the API that objects are stored in and another one that serves them.
 *
 * <p>Thread-safe.
 */
public interface VersionConverter {
  /** Versions that differ in nothing but their name. */
  VersionConverter BY_NAME =
      new VersionConverter() {
        @Override
        public Resource serve(Resource stored, ResourceType served) {
          return stored.withApiVersion(served.apiVersion());
        }

        @Override
        public ObjectNode store(ObjectNode served, ResourceType stored) {
          return served.put("apiVersion", stored.apiVersion());
        }
      };

  /** The object as another version shows it. */
  Resource serve(Resource stored, ResourceType served);

  /** The object as it is stored. May change the node that it is given. */
  ObjectNode store(ObjectNode served, ResourceType stored);

  /** What a field that can be selected by is called where objects are stored. */
  default String storedField(String served) {
    return served;
  }
}
