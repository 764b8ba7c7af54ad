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
 * Between the versions of the API that objects are stored in and another one that serves them.
 *
 * <p>Thread-safe. Some have to ask somebody over the network: objects are given to a converter on
 * its own {@link #threads} only.
 */
public interface VersionConverter {
  /** Where the version that is served is the one that is stored, so that there is nothing to do. */
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

  /** Versions that differ in nothing but their name. */
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

  /** What a resource needs of which no more is known than how its versions are called. */
  static VersionConverter ofNames(ResourceDefinition definition) {
    return definition.type().equals(definition.stored()) ? SAME : BY_NAME;
  }

  /**
   * The object as another version shows it.
   *
   * @param stored not of that version yet
   */
  Resource serve(Resource stored, ResourceType served);

  /** The same for many at once, in their order. */
  default List<Resource> serveAll(List<Resource> stored, ResourceType served) {
    return stored.stream().map(each -> serve(each, served)).toList();
  }

  /** The object as it is stored. May change the node that it is given. */
  JsonObject store(JsonObject served, ResourceType stored);

  /** The object as it would be served if it had been stored; for those who only try. */
  default JsonObject rehearsed(JsonObject served) {
    return served;
  }

  /** What a field that can be selected by is called where objects are stored. */
  default String storedField(String served) {
    return served;
  }

  /** Whether it leaves objects as they are. */
  default boolean same() {
    return this == SAME;
  }

  /** How owners of fields see an object in other versions, if these differ in more than names. */
  default Optional<ObjectVersions> versions() {
    return Optional.empty();
  }

  /** Whether versions differ in nothing but their names. */
  default boolean byName() {
    return true;
  }

  /**
   * Who may call {@link #serve} and {@link #store}: anybody, if they do not wait. Throws the {@link
   * io.listwatch.model.ApiException} of too many requests if too many wait already.
   */
  default Executor threads() {
    return Runnable::run;
  }
}
