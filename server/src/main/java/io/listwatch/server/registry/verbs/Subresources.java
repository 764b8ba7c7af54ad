package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import java.util.HashMap;
import java.util.Map;

/**
 * The implementations of subresources, by resource and subresource or for all resources that have
 * the subresource.
 */
final class Subresources {
  /** For subresources without an implementation: every verb responds with 501 Not Implemented. */
  private static final SubresourceVerbs UNIMPLEMENTED = new SubresourceVerbs() {};

  private final Map<String, SubresourceVerbs> verbs = new HashMap<>();

  /**
   * Adds the implementation of a subresource.
   *
   * @param path such as {@code pods/log}, or {@code log} for all resources that have it
   */
  void add(String path, SubresourceVerbs implementation) {
    verbs.put(path, implementation);
  }

  /**
   * Returns the implementation of a subresource.
   *
   * @throws io.listwatch.model.ApiException if the resource has no such subresource, or the
   *     subresource no such verb
   */
  SubresourceVerbs of(
      ResourceDefinition definition, ResourceKey key, String subresource, Verb verb) {
    Subresource part =
        definition.subresource(subresource).orElseThrow(() -> absent(definition, key));
    if (!part.verbs().contains(verb)) {
      throw definition.custom()
          ? ApiErrors.methodNotAllowed(definition.type(), verb.word())
          : ApiErrors.noSuchMethod();
    }
    SubresourceVerbs own = verbs.get(definition.type() + "/" + subresource);
    return own != null ? own : verbs.getOrDefault(subresource, UNIMPLEMENTED);
  }

  /**
   * For custom resources, kube-apiserver reports a missing object; for built-in ones, a missing
   * path.
   */
  private static ApiException absent(ResourceDefinition definition, ResourceKey key) {
    return definition.custom()
        ? ApiErrors.notFound(definition.type(), key.name())
        : ApiErrors.noSuchPath();
  }
}
