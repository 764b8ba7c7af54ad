package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.server.registry.Refusals;

/** What an object says that it is where one of another kind is expected. */
public record UnexpectedKind(String apiVersion, String kind) {
  /** Refuses a body for it. */
  ApiException refusal(ResourceType expected) {
    return Refusals.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(
                kind,
                GroupVersion.of(apiVersion).version(),
                expected.kind(),
                reason(expected, "pkg/api/legacyscheme/scheme.go:30")));
  }

  /**
   * Why it cannot be had.
   *
   * @param scheme where the reference looked for the kind
   */
  String reason(ResourceType expected, String scheme) {
    GroupVersion named = GroupVersion.of(apiVersion);
    boolean known = BuiltInTypes.load().find(named.group(), named.version(), kind).isPresent();
    return known
        ? "converting (%s.%s) to (%s.%s): unknown conversion"
            .formatted(named.version(), kind, internal(expected.group()), expected.kind())
        : "no kind \"%s\" is registered for version \"%s\" in scheme \"%s\""
            .formatted(kind, apiVersion, scheme);
  }

  /** What the reference calls a group where no version is meant. */
  private static String internal(String group) {
    if (group.isEmpty() || group.equals("events.k8s.io")) {
      return "core";
    }
    int dot = group.indexOf('.');
    return dot < 0 ? group : group.substring(0, dot);
  }
}
