package io.listwatch.server.registry;

import java.util.HashMap;
import java.util.Map;

/**
 * Who answers on which path below an object's: by the resource and the subresource, or for every
 * resource that has it.
 */
final class Subresources {
  /** Whatever is asked of it: not here. */
  private static final SubresourceVerbs ABSENT = new SubresourceVerbs() {};

  private final Map<String, SubresourceVerbs> verbs;

  Subresources(Map<String, SubresourceVerbs> given) {
    this.verbs = new HashMap<>(given);
  }

  /** Adds an answerer for a path, or for a name, unless one was given from outside. */
  void offer(String path, SubresourceVerbs answerer) {
    verbs.putIfAbsent(path, answerer);
  }

  /**
   * Who answers.
   *
   * @throws io.listwatch.model.ApiException if the resource has no such part
   */
  SubresourceVerbs of(ResourceDefinition definition, String subresource) {
    if (definition.subresource(subresource).isEmpty()) {
      throw Refusals.noSuchPath();
    }
    SubresourceVerbs own = verbs.get(definition.type() + "/" + subresource);
    return own != null ? own : verbs.getOrDefault(subresource, ABSENT);
  }
}
