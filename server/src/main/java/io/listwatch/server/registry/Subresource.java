package io.listwatch.server.registry;

import io.listwatch.objects.kinds.Verb;
import java.util.List;

/**
 * A subresource, such as {@code status} or {@code scale}.
 *
 * @param name such as {@code status}
 * @param group of the kind that it accepts and returns; group and version are empty if they are
 *     those of the object
 * @param kind the kind that it accepts and returns
 */
public record Subresource(
    String name, String group, String version, String kind, List<Verb> verbs) {
  public Subresource {
    verbs = List.copyOf(verbs);
  }
}
