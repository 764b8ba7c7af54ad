package io.listwatch.server.registry;

/**
 * Where the objects of a kind keep what their scale shows. Paths are as in {@code .spec.replicas}.
 *
 * @param selector empty if there is none; a text, or for built-in kinds a selector
 */
public record ScalePaths(String specReplicas, String statusReplicas, String selector) {
  /** Where nearly every kind that users define keeps them. */
  public static final ScalePaths USUAL =
      new ScalePaths(".spec.replicas", ".status.replicas", ".status.selector");
}
