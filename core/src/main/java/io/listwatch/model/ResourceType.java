package io.listwatch.model;

/**
 * A kind of object as one version of the API serves it.
 *
 * @param group empty for the core group
 * @param plural the name in paths, such as {@code pods}
 */
public record ResourceType(String group, String version, String kind, String plural, Scope scope) {
  public ResourceType {
    if (version.isEmpty() || kind.isEmpty() || plural.isEmpty()) {
      throw new IllegalArgumentException(
          "type: %s/%s %s %s (expected: a version, a kind and a plural)"
              .formatted(group, version, kind, plural));
    }
  }

  /** A namespaced type; {@code apiVersion} is {@code v1} or {@code group/version}. */
  public static ResourceType namespaced(String apiVersion, String kind, String plural) {
    return of(apiVersion, kind, plural, Scope.NAMESPACED);
  }

  /** A cluster-scoped type; {@code apiVersion} is {@code v1} or {@code group/version}. */
  public static ResourceType cluster(String apiVersion, String kind, String plural) {
    return of(apiVersion, kind, plural, Scope.CLUSTER);
  }

  private static ResourceType of(String apiVersion, String kind, String plural, Scope scope) {
    GroupVersion of = GroupVersion.of(apiVersion);
    return new ResourceType(of.group(), of.version(), kind, plural, scope);
  }

  /** What objects of this type carry in {@code apiVersion}. */
  public String apiVersion() {
    return new GroupVersion(group, version).toString();
  }

  /** How people name it: {@code deployments.apps}, {@code pods}. */
  @Override
  public String toString() {
    return group.isEmpty() ? plural : plural + "." + group;
  }
}
