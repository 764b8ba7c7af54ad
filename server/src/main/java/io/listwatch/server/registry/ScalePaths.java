package io.listwatch.server.registry;

/**
 * The JSON paths of the fields that the {@code scale} subresource of a kind reads and writes, such
 * as {@code .spec.replicas}.
 *
 * @param selector empty if there is none; the field is a string in custom resources and a label
 *     selector in built-in kinds
 */
public record ScalePaths(String specReplicas, String statusReplicas, String selector) {
  /** The paths that almost every CustomResourceDefinition uses. */
  public static final ScalePaths DEFAULT =
      new ScalePaths(".spec.replicas", ".status.replicas", ".status.selector");
}
