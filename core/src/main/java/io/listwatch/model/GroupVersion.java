package io.listwatch.model;

/**
 * An API group and version, as in an object's {@code apiVersion}.
 *
 * @param group empty for the core group
 */
public record GroupVersion(String group, String version) {
  /** Parses an {@code apiVersion}: {@code v1}, or {@code apps/v1}. */
  public static GroupVersion of(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return new GroupVersion(
        apiVersion.substring(0, Math.max(slash, 0)), apiVersion.substring(slash + 1));
  }

  /** Returns the {@code apiVersion}, such as {@code apps/v1}. */
  @Override
  public String toString() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
