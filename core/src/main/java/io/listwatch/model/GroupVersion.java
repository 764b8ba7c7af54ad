package io.listwatch.model;

/**
 * One version of a group of the API, as objects carry it in {@code apiVersion}.
 *
 * @param group empty for the core group
 */
public record GroupVersion(String group, String version) {
  /** What an {@code apiVersion} says: {@code v1}, or {@code apps/v1}. */
  public static GroupVersion of(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return new GroupVersion(
        apiVersion.substring(0, Math.max(slash, 0)), apiVersion.substring(slash + 1));
  }

  /** The {@code apiVersion} that says it. */
  @Override
  public String toString() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
