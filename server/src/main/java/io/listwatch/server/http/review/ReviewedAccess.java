package io.listwatch.server.http.review;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import org.jspecify.annotations.Nullable;

/** Converts the spec of an access review to the request that the authorizer decides. */
final class ReviewedAccess {
  private ReviewedAccess() {}

  static AccessRequest of(UserInfo user, JsonValue spec) {
    JsonValue resource = spec.path("resourceAttributes");
    if (resource.isObject()) {
      return new AccessRequest(
          user,
          resource.path("verb").asText(),
          resource.path("group").asText(),
          resource.path("version").asText(),
          resource.path("resource").asText(),
          resource.path("subresource").asText(),
          textOrNull(resource, "namespace"),
          textOrNull(resource, "name"),
          "");
    }
    JsonValue path = spec.path("nonResourceAttributes");
    return new AccessRequest(
        user, path.path("verb").asText(), "", "", "", "", null, null, path.path("path").asText());
  }

  private static @Nullable String textOrNull(JsonValue object, String member) {
    String text = object.path(member).asText();
    return text.isEmpty() ? null : text;
  }
}
