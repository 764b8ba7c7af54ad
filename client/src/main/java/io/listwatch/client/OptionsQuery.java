package io.listwatch.client;

import io.listwatch.client.http.ApiRequest;
import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchOptions;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;

/** Converts options to query parameters. */
final class OptionsQuery {
  /** Returns the parameter's value; empty if it is not sent. */
  private static final VersionMatch.Cases<String> RESOURCE_VERSION = new ResourceVersionParameter();

  /** Returns the parameter's value; empty if it is not sent. */
  private static final VersionMatch.Cases<String> RESOURCE_VERSION_MATCH = new MatchParameter();

  private OptionsQuery() {}

  static ApiRequest get(ApiRequest object, VersionMatch match) {
    if (match instanceof VersionMatch.Exactly) {
      throw new IllegalArgumentException(
          "match: " + match + " (expected: any, most recent or not older than a version)");
    }
    return version(object, match);
  }

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
    ApiRequest versioned = version(request, match);
    String rule = match.match(RESOURCE_VERSION_MATCH);
    return rule.isEmpty() ? versioned : versioned.query("resourceVersionMatch", rule);
  }

  static ApiRequest watch(ApiRequest collection, WatchOptions options) {
    ApiRequest request = selectors(collection, options.labels(), options.fields());
    request = version(request.query("watch", "true"), options.from());
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

  private static ApiRequest version(ApiRequest request, VersionMatch from) {
    String version = from.match(RESOURCE_VERSION);
    return version.isEmpty() ? request : request.query("resourceVersion", version);
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

  private static final class ResourceVersionParameter implements VersionMatch.Cases<String> {
    @Override
    public String any() {
      return "0";
    }

    @Override
    public String mostRecent() {
      return "";
    }

    @Override
    public String notOlderThan(ResourceVersion version) {
      return version.toString();
    }

    @Override
    public String exactly(ResourceVersion version) {
      return version.toString();
    }
  }

  private static final class MatchParameter implements VersionMatch.Cases<String> {
    @Override
    public String any() {
      return "";
    }

    @Override
    public String mostRecent() {
      return "";
    }

    @Override
    public String notOlderThan(ResourceVersion version) {
      return "NotOlderThan";
    }

    @Override
    public String exactly(ResourceVersion version) {
      return "Exact";
    }
  }
}
