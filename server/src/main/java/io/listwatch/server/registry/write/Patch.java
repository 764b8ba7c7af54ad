package io.listwatch.server.registry.write;

/**
 * A change to an object, as a client sent it.
 *
 * @param body JSON; an apply may have been sent as YAML
 */
public record Patch(Type type, String body) {
  /** How a patch is spelled. */
  public enum Type {
    JSON("application/json-patch+json"),
    MERGE("application/merge-patch+json"),
    STRATEGIC("application/strategic-merge-patch+json"),
    APPLY("application/apply-patch+yaml");

    private final String mediaType;

    Type(String mediaType) {
      this.mediaType = mediaType;
    }

    public String mediaType() {
      return mediaType;
    }
  }
}
