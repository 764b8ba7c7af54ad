package io.listwatch.server.auth;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.FieldTerm;
import io.listwatch.selector.LabelSelector;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One request to authorize: a user, a verb, and a resource or path.
 *
 * @param verb such as {@code list}; for a non-resource path, the HTTP method in lower case
 * @param version empty for a non-resource path, and for any version
 * @param resource the plural; empty for a non-resource path
 * @param subresource empty for the object itself
 * @param namespace null for cluster-scoped resources and for requests across all namespaces
 * @param name null if the request is not about a single object
 * @param requiredFields the values that the field selector of a list, watch or deletecollection
 *     requires, by field
 * @param selectors all requirements of the selectors of a list, watch or deletecollection, for
 *     webhooks; callers may omit them
 */
public record AccessRequest(
    UserInfo user,
    String verb,
    String group,
    String version,
    String resource,
    String subresource,
    @Nullable String namespace,
    @Nullable String name,
    String path,
    Map<String, String> requiredFields,
    AccessSelectors selectors) {
  public AccessRequest {
    requiredFields = Map.copyOf(requiredFields);
  }

  /** Creates a request without a field selector. */
  public AccessRequest(
      UserInfo user,
      String verb,
      String group,
      String version,
      String resource,
      String subresource,
      @Nullable String namespace,
      @Nullable String name,
      String path) {
    this(
        user,
        verb,
        group,
        version,
        resource,
        subresource,
        namespace,
        name,
        path,
        Map.of(),
        AccessSelectors.NONE);
  }

  /**
   * Returns a request about a resource in any version, for a check that has no URL path of its own.
   */
  public static AccessRequest onResource(
      UserInfo user,
      String verb,
      String group,
      String resource,
      String subresource,
      @Nullable String namespace,
      @Nullable String name) {
    return new AccessRequest(user, verb, group, "", resource, subresource, namespace, name, "");
  }

  /** Returns the same request with selectors. */
  public AccessRequest selecting(FieldSelector fields, LabelSelector labels) {
    Map<String, String> required =
        fields.terms().stream()
            .filter(each -> !each.negated())
            .collect(Collectors.toMap(FieldTerm::path, FieldTerm::value, (one, two) -> one));
    return new AccessRequest(
        user,
        verb,
        group,
        version,
        resource,
        subresource,
        namespace,
        name,
        path,
        required,
        AccessSelectors.of(fields, labels));
  }

  /** Returns the same request of another user, with another verb. */
  public AccessRequest of(UserInfo newUser, String newVerb) {
    return new AccessRequest(
        newUser,
        newVerb,
        group,
        version,
        resource,
        subresource,
        namespace,
        name,
        path,
        requiredFields,
        selectors);
  }

  /**
   * True unless this is a non-resource path. A malformed path such as {@code /api/v1//x} is about a
   * resource with an empty plural.
   */
  public boolean aboutResource() {
    return !resource.isEmpty() || !version.isEmpty() || !group.isEmpty();
  }
}
