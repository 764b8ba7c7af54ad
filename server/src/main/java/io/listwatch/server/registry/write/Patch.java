package io.listwatch.server.registry.write;

import io.listwatch.objects.apply.PatchBody;
import io.listwatch.objects.json.JsonValue;

/**
 * A PATCH as a client sent it.
 *
 * @param body JSON; an apply may have been sent as YAML
 */
public record Patch(Type type, PatchBody body) {
  public static Patch parse(Type type, String json) {
    return new Patch(type, PatchBody.parse(json));
  }

  /** Returns a patch from a JSON tree. */
  public static Patch of(Type type, JsonValue tree) {
    return new Patch(type, PatchBody.of(tree));
  }

  /** The media types of patches. */
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
