package io.listwatch.faults;

import io.listwatch.model.ApiException;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.resource.ContinueToken;
import org.jspecify.annotations.Nullable;

/** The resource version that a list or a watch requests. */
final class RequestedVersion {
  private final QueryParameters query;

  RequestedVersion(QueryParameters query) {
    this.query = query;
  }

  /** True if a list accepts any version, as with {@code resourceVersion=0}. */
  boolean isAny() {
    return query.text("resourceVersion").equals("0") && query.text("continue").isEmpty();
  }

  /** Returns the query for the complete list at exactly this revision. */
  QueryParameters insteadAt(long revision) {
    return query
        .without("limit")
        .with("resourceVersion", Long.toString(revision))
        .with("resourceVersionMatch", "Exact");
  }

  /** True if a list accepts any version, or any that is not older than a revision. */
  boolean isAtLeast() {
    return isAny() || (query.text("continue").isEmpty() && exactly() == null && revision() != null);
  }

  /** Returns the query for the most recent list. */
  QueryParameters insteadNow() {
    return query.without("resourceVersion").without("resourceVersionMatch");
  }

  /**
   * Returns the revision that a list must have: that of an exact match, or of its continue token;
   * null if it has neither.
   */
  @Nullable Long exactly() {
    String token = query.text("continue");
    if (!token.isEmpty()) {
      return firstPage(token);
    }
    boolean exact =
        query.text("resourceVersionMatch").equals("Exact")
            || (query.text("resourceVersionMatch").isEmpty() && query.has("limit"));
    return exact ? revision() : null;
  }

  private static @Nullable Long firstPage(String token) {
    try {
      long revision = ContinueToken.parse(token).revision();
      return revision > 0 ? Long.valueOf(revision) : null;
    } catch (ApiException malformed) {
      // The list itself will reject the token.
      return null;
    }
  }

  /** Returns the revision from which a watch resumes; null if it starts with initial events. */
  @Nullable Long after() {
    return query.flag("sendInitialEvents") ? null : revision();
  }

  /** Returns null if resourceVersion is missing, 0 or not a number. */
  private @Nullable Long revision() {
    String text = query.text("resourceVersion");
    return text.matches("[1-9]\\d{0,17}") ? Long.valueOf(text) : null;
  }
}
