package io.listwatch.client;

import io.listwatch.client.http.ApiRequest;
import io.listwatch.model.ListOptions;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchOptions;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;

/** Options as the parameters of a request: the one place where they become the wire's strings. */
final class OptionsQuery {
  private OptionsQuery() {}

  static ApiRequest list(ApiRequest collection, ListOptions options) {
    ApiRequest request = selectors(collection, options.labels(), options.fields());
    request = listVersion(request, options.match());
    if (options.limit() > 0) {
      request = request.query("limit", Integer.toString(options.limit()));
    }
    if (!options.continueToken().isEmpty()) {
      request = request.query("continue", options.continueToken());
    }
    return request;
  }

  private static ApiRequest listVersion(ApiRequest request, VersionMatch match) {
    if (match instanceof VersionMatch.Any) {
      return request.query("resourceVersion", "0");
    }
    if (match instanceof VersionMatch.NotOlderThan atLeast) {
      return request
          .query("resourceVersion", atLeast.version().toString())
          .query("resourceVersionMatch", "NotOlderThan");
    }
    if (match instanceof VersionMatch.Exactly exactly) {
      return request
          .query("resourceVersion", exactly.version().toString())
          .query("resourceVersionMatch", "Exact");
    }
    return request;
  }

  static ApiRequest watch(ApiRequest collection, WatchOptions options) {
    ApiRequest request = selectors(collection, options.labels(), options.fields());
    request = watchVersion(request.query("watch", "true"), options.from());
    if (options.initialEvents()) {
      request =
          request.query("sendInitialEvents", "true").query("resourceVersionMatch", "NotOlderThan");
    }
    if (options.bookmarks()) {
      request = request.query("allowWatchBookmarks", "true");
    }
    long seconds = options.timeout().toSeconds();
    return seconds > 0 ? request.query("timeoutSeconds", Long.toString(seconds)) : request;
  }

  private static ApiRequest watchVersion(ApiRequest request, VersionMatch from) {
    if (from instanceof VersionMatch.Any) {
      return request.query("resourceVersion", "0");
    }
    if (from instanceof VersionMatch.NotOlderThan atLeast) {
      return request.query("resourceVersion", atLeast.version().toString());
    }
    if (from instanceof VersionMatch.Exactly exactly) {
      return request.query("resourceVersion", exactly.version().toString());
    }
    return request;
  }

  private static ApiRequest selectors(
      ApiRequest request, LabelSelector labels, FieldSelector fields) {
    ApiRequest selected = request;
    if (!labels.isEverything()) {
      selected = selected.query("labelSelector", labels.toString());
    }
    if (!fields.isEverything()) {
      selected = selected.query("fieldSelector", fields.toString());
    }
    return selected;
  }
}
