package io.listwatch.faults;

import io.listwatch.model.ApiException;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.resource.ContinueToken;
import java.util.OptionalLong;

/** Which version a list or a watch asks for, as far as a fault has to know. */
final class AskedVersion {
  private final QueryParameters query;

  AskedVersion(QueryParameters query) {
    this.query = query;
  }

  /** Whether a list takes what is at hand. */
  boolean isAny() {
    return query.text("resourceVersion").equals("0") && query.text("continue").isEmpty();
  }

  /** The same list, of a certain revision, whole. */
  QueryParameters insteadAt(long revision) {
    return query
        .without("limit")
        .with("resourceVersion", Long.toString(revision))
        .with("resourceVersionMatch", "Exact");
  }

  /** Whether a list takes whatever is not older than some revision, or anything at all. */
  boolean isAtLeast() {
    return isAny()
        || (query.text("continue").isEmpty() && exactly().isEmpty() && revision().isPresent());
  }

  /** The same list, of what there is by now. */
  QueryParameters insteadNow() {
    return query.without("resourceVersion").without("resourceVersionMatch");
  }

  /** The revision that a list must be of: that of an exact one, or of its first page. */
  OptionalLong exactly() {
    String token = query.text("continue");
    if (!token.isEmpty()) {
      return firstPage(token);
    }
    boolean exact =
        query.text("resourceVersionMatch").equals("Exact")
            || (query.text("resourceVersionMatch").isEmpty() && query.has("limit"));
    return exact ? revision() : OptionalLong.empty();
  }

  private static OptionalLong firstPage(String token) {
    try {
      long revision = ContinueToken.parse(token).revision();
      return revision > 0 ? OptionalLong.of(revision) : OptionalLong.empty();
    } catch (ApiException malformed) {
      // Whoever reads it for good will say so.
      return OptionalLong.empty();
    }
  }

  /** The revision after which a watch goes on; nothing if it begins with what there is. */
  OptionalLong after() {
    return query.flag("sendInitialEvents") ? OptionalLong.empty() : revision();
  }

  /** Nothing if it is not given, any, or not a number. */
  private OptionalLong revision() {
    String text = query.text("resourceVersion");
    return text.matches("[1-9]\\d{0,17}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }
}
