package io.listwatch.server.auth.webhook;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessSelectors.Requirement;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a request as the spec of a SubjectAccessReview. */
final class AccessReviewSpec {
  private AccessReviewSpec() {}

  /**
   * Returns the spec without its empty fields, as it is sent.
   *
   * @param groups the name of the field with the user's groups, which differs between versions
   */
  static JsonObject sent(AccessRequest request, String groups) {
    var spec = new JsonObject();
    if (request.aboutResource()) {
      JsonObject resource = spec.putObject("resourceAttributes");
      put(resource, "namespace", request.namespace());
      put(resource, "verb", request.verb());
      put(resource, "group", request.group());
      put(resource, "version", request.version());
      put(resource, "resource", request.resource());
      put(resource, "subresource", request.subresource());
      put(resource, "name", request.name());
      addSelectors(resource, request);
    } else {
      JsonObject path = spec.putObject("nonResourceAttributes");
      put(path, "path", request.path());
      put(path, "verb", request.verb());
    }
    UserInfo user = request.user();
    put(spec, "user", user.name());
    if (!user.groups().isEmpty()) {
      user.groups().forEach(spec.putArray(groups)::add);
    }
    if (!user.extra().isEmpty()) {
      addExtra(spec, user);
    }
    put(spec, "uid", user.uid());
    return spec;
  }

  /** Returns the spec with its empty strings, as match conditions see it. */
  static JsonObject evaluated(AccessRequest request) {
    UserInfo user = request.user();
    var spec = new JsonObject().put("user", user.name()).put("uid", user.uid());
    user.groups().forEach(spec.putArray("groups")::add);
    addExtra(spec, user);
    if (request.aboutResource()) {
      JsonObject resource =
          spec.putObject("resourceAttributes")
              .put("namespace", orEmpty(request.namespace()))
              .put("verb", request.verb())
              .put("group", request.group())
              .put("version", request.version())
              .put("resource", request.resource())
              .put("subresource", request.subresource())
              .put("name", orEmpty(request.name()));
      addSelectors(resource, request);
    } else {
      spec.putObject("nonResourceAttributes")
          .put("path", request.path())
          .put("verb", request.verb());
    }
    return spec;
  }

  private static void addExtra(JsonObject spec, UserInfo user) {
    JsonObject extra = spec.putObject("extra");
    user.extra().forEach((key, values) -> values.forEach(extra.withArray(key)::add));
  }

  private static void addSelectors(JsonObject resource, AccessRequest request) {
    addSelector(resource, "fieldSelector", request.selectors().fields());
    addSelector(resource, "labelSelector", request.selectors().labels());
  }

  private static void addSelector(
      JsonObject resource, String name, List<Requirement> requirements) {
    if (requirements.isEmpty()) {
      return;
    }
    JsonArray all = resource.putObject(name).putArray("requirements");
    for (Requirement each : requirements) {
      JsonObject requirement =
          all.addObject().put("key", each.key()).put("operator", each.operator());
      if (!each.values().isEmpty()) {
        each.values().forEach(requirement.putArray("values")::add);
      }
    }
  }

  private static void put(JsonObject object, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      object.put(name, value);
    }
  }

  private static String orEmpty(@Nullable String value) {
    return value == null ? "" : value;
  }
}
