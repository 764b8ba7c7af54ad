package io.listwatch.server.registry;

import java.util.List;

/**
 * A part of an object, or an act on it, with a path of its own below the object's.
 *
 * @param name such as {@code status}
 * @param group of what it takes and answers; as the version, empty if that is the object's own
 * @param kind of what it takes and answers
 */
public record Subresource(
    String name, String group, String version, String kind, List<Verb> verbs) {
  public Subresource {
    verbs = List.copyOf(verbs);
  }
}
