package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.server.registry.ApiErrors;

/** The type of an object where another kind was expected. */
public record UnexpectedKind(String apiVersion, String kind) {
  /** Returns the error for a body of this type. */
  ApiException refusal(ResourceType expected) {
    return ApiErrors.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(
                kind,
                GroupVersion.of(apiVersion).version(),
                expected.kind(),
                reason(expected, "pkg/api/legacyscheme/scheme.go:30")));
  }

  /**
   * Returns the reason in kube-apiserver's words.
   *
   * @param scheme the Go source position that kube-apiserver's message contains
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

  /** Returns kube-apiserver's name for the internal version of a group. */
  private static String internal(String group) {
    if (group.isEmpty() || group.equals("events.k8s.io")) {
      return "core";
    }
    int dot = group.indexOf('.');
    return dot < 0 ? group : group.substring(0, dot);
  }
}
