package io.listwatch.server.http.watch;

import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.handler.ResourceRequest;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.WatchRequest;
import java.util.Locale;

/** The request that opened a watch, as the document about open watches shows it. */
record WatchOrigin(ResourceRequest request, WatchRequest watch, Representation representation) {
  ResourceType type() {
    return request.definition().type();
  }

  /** True if the user, the {@code User-Agent} or the address contains a text. */
  boolean isOf(String client) {
    return request.user().name().contains(client)
        || request.exchange().userAgent().contains(client)
        || request.exchange().source().contains(client);
  }

  /** Adds the client and its request. */
  void describe(JsonObject json) {
    ResourceScope scope = watch.scope();
    json.put("resource", type().toString())
        .put("version", type().version())
        .put("auditId", request.exchange().auditId())
        .put("user", request.user().name())
        .put("userAgent", request.exchange().userAgent())
        .put("source", request.exchange().source())
        .put("namespace", scope.namespace() == null ? "" : scope.namespace())
        .put("name", scope.name() == null ? "" : scope.name())
        .put("labelSelector", watch.labels().toString())
        .put("fieldSelector", watch.fields().toString())
        .put("from", from())
        .put("initialEvents", watch.initialEvents() != WatchRequest.InitialEvents.NONE)
        .put("bookmarks", watch.bookmarks())
        .put("encoding", encoding());
  }

  /** Returns the version after which the watch began; empty for the most recent state. */
  private String from() {
    return watch
        .from()
        .match(
            new VersionMatch.Cases<String>() {
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
            });
  }

  /** Returns the format, the shape unless it is whole objects, and whether deltas are sent. */
  private String encoding() {
    String format = representation.format().name().toLowerCase(Locale.ROOT);
    String shape =
        representation.shape() == Representation.Shape.OBJECT
            ? ""
            : "," + representation.shape().name().toLowerCase(Locale.ROOT);
    return format + shape + (representation.delta() ? ",delta" : "");
  }
}
