package io.listwatch.server.registry.conversion;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Converts objects between the stored API version and a served one.
 *
 * <p>Thread-safe. Some converters call a webhook, so {@link #serve} and {@link #store} are called
 * on the converter's own {@link #threads} only.
 */
public interface VersionConverter {
  /** For a served version that is the stored one: converts nothing. */
  VersionConverter SAME =
      new VersionConverter() {
        @Override
        public Resource serve(Resource stored, ResourceType served) {
          return stored;
        }

        @Override
        public JsonObject store(JsonObject served, ResourceType stored) {
          return served;
        }
      };

  /** For versions that differ only in their name: sets {@code apiVersion}. */
  VersionConverter BY_NAME =
      new VersionConverter() {
        @Override
        public Resource serve(Resource stored, ResourceType served) {
          return stored.withApiVersion(served.apiVersion());
        }

        @Override
        public JsonObject store(JsonObject served, ResourceType stored) {
          return served.put("apiVersion", stored.apiVersion());
        }
      };

  /** Returns the converter for a resource whose versions differ at most in their name. */
  static VersionConverter ofNames(ResourceDefinition definition) {
    return definition.type().equals(definition.stored()) ? SAME : BY_NAME;
  }

  /**
   * Converts an object to a served version.
   *
   * @param stored an object of another version
   */
  Resource serve(Resource stored, ResourceType served);

  /** Converts several objects to a served version, in order. */
  default List<Resource> serveAll(List<Resource> stored, ResourceType served) {
    return stored.stream().map(each -> serve(each, served)).toList();
  }

  /** Converts an object to the stored version. May modify the given object. */
  JsonObject store(JsonObject served, ResourceType stored);

  /** Returns the object as it would be served after being stored, for dry runs. */
  default JsonObject rehearsed(JsonObject served) {
    return served;
  }

  /** Returns the name in the stored version of a field in a field selector. */
  default String storedField(String served) {
    return served;
  }

  /** True if this converter leaves objects unchanged. */
  default boolean same() {
    return this == SAME;
  }

  /** Returns the versions for managedFields; empty if they differ only in their names. */
  default Optional<ObjectVersions> versions() {
    return Optional.empty();
  }

  /** True if an object is always converted to the same bytes, so that deltas of it can be sent. */
  default boolean pure() {
    return true;
  }

  /** True if the versions differ only in their names. */
  default boolean byName() {
    return true;
  }

  /**
   * Returns the executor on which {@link #serve} and {@link #store} are called: the calling thread
   * if the converter does not block. The executor throws the {@link
   * io.listwatch.model.ApiException} 429 Too Many Requests if its queue is full.
   */
  default Executor threads() {
    return Runnable::run;
  }
}
