package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.Verb;
import java.util.HashMap;
import java.util.Map;

/**
 * Who answers on which path below an object's: by the resource and the subresource, or for every
 * resource that has it.
 */
final class Subresources {
  /** Whatever is asked of it: not here. */
  private static final SubresourceVerbs ABSENT = new SubresourceVerbs() {};

  private final Map<String, SubresourceVerbs> verbs = new HashMap<>();

  /**
   * Adds who answers on a path below objects.
   *
   * @param path such as {@code pods/log}, or {@code log} for all resources that have it
   */
  void offer(String path, SubresourceVerbs answerer) {
    verbs.put(path, answerer);
  }

  /**
   * Who answers.
   *
   * @throws io.listwatch.model.ApiException if the resource has no such part, or the part no such
   *     verb
   */
  SubresourceVerbs of(
      ResourceDefinition definition, ResourceKey key, String subresource, Verb verb) {
    Subresource part =
        definition.subresource(subresource).orElseThrow(() -> absent(definition, key));
    if (!part.verbs().contains(verb)) {
      throw definition.custom()
          ? Refusals.methodNotAllowed(definition.type(), verb.word())
          : Refusals.noSuchMethod();
    }
    SubresourceVerbs own = verbs.get(definition.type() + "/" + subresource);
    return own != null ? own : verbs.getOrDefault(subresource, ABSENT);
  }

  /** The reference asks users' resources for the object, and finds no path for built-in ones. */
  private static ApiException absent(ResourceDefinition definition, ResourceKey key) {
    return definition.custom()
        ? Refusals.notFound(definition.type(), key.name())
        : Refusals.noSuchPath();
  }
}
