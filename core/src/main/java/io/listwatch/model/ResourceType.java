package io.listwatch.model;

/**
 * The type of an API resource: group, version, kind, plural name and scope.
 *
 * @param group empty for the core group
 * @param plural the name in URL paths, such as {@code pods}
 */
public record ResourceType(String group, String version, String kind, String plural, Scope scope) {
  public ResourceType {
    if (version.isEmpty() || kind.isEmpty() || plural.isEmpty()) {
      throw new IllegalArgumentException(
          "type: %s/%s %s %s (expected: a version, a kind and a plural)"
              .formatted(group, version, kind, plural));
    }
  }

  /** Returns a namespaced type; {@code apiVersion} is {@code v1} or {@code group/version}. */
  public static ResourceType namespaced(String apiVersion, String kind, String plural) {
    return of(apiVersion, kind, plural, Scope.NAMESPACED);
  }

  /** Returns a cluster-scoped type; {@code apiVersion} is {@code v1} or {@code group/version}. */
  public static ResourceType cluster(String apiVersion, String kind, String plural) {
    return of(apiVersion, kind, plural, Scope.CLUSTER);
  }

  private static ResourceType of(String apiVersion, String kind, String plural, Scope scope) {
    GroupVersion of = GroupVersion.of(apiVersion);
    return new ResourceType(of.group(), of.version(), kind, plural, scope);
  }

  /** Returns the {@code apiVersion} of objects of this type. */
  public String apiVersion() {
    return new GroupVersion(group, version).toString();
  }

  /** Returns the resource name with its group: {@code deployments.apps}, {@code pods}. */
  @Override
  public String toString() {
    return group.isEmpty() ? plural : plural + "." + group;
  }
}
