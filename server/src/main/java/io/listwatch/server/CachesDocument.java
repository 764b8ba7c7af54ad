package io.listwatch.server;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.reflector.ReflectorStatus;
import io.listwatch.server.cache.CacheDescription;
import io.listwatch.server.cache.CacheMemory;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.resource.StorageFailures;
import io.listwatch.storage.Storage;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * The watch caches: how far each is behind storage, the state of its reflector, and its window of
 * recent changes. With {@code ?resource=pods}, one cache with the changes in its window.
 */
final class CachesDocument implements DebugDocument {
  private final Storage storage;
  private final CacheMemory caches;

  CachesDocument(Storage storage, CacheMemory caches) {
    this.storage = storage;
    this.caches = caches;
  }

  @Override
  public CompletionStage<JsonObject> read(QueryParameters query) {
    String resource = query.text("resource");
    return storage
        .currentRevision()
        .exceptionallyCompose(failure -> CompletableFuture.failedStage(StorageFailures.of(failure)))
        .thenApply(revision -> document(revision, resource));
  }

  private JsonObject document(long revision, String resource) {
    List<CacheDescription> described =
        resource.isEmpty() ? caches.describe() : caches.describe(resource);
    var json = new JsonObject().put("storageRevision", revision);
    JsonArray items = json.putArray("items");
    described.stream()
        .sorted(Comparator.comparing(each -> each.type().toString()))
        .forEach(each -> describe(each, !resource.isEmpty(), items.addObject()));
    return json;
  }

  private static void describe(CacheDescription cache, boolean changes, JsonObject json) {
    json.put("resource", cache.type().toString()).put("cached", cache.reflector() != null);
    if (cache.reflector() == null) {
      return;
    }
    json.put("objects", cache.objects())
        .put("resourceVersion", cache.version())
        .put("silenceMillis", millis(cache.silenceNanos()));
    json.putObject("window")
        .put("oldest", cache.oldest())
        .put("changes", cache.changes())
        .put("bytes", cache.windowBytes());
    describe(cache.reflector(), json.putObject("reflector"));
    if (changes) {
      JsonArray recent = json.putArray("changes");
      cache.recent().forEach(each -> describe(each, recent.addObject()));
    }
  }

  private static void describe(ReflectorStatus reflector, JsonObject json) {
    Throwable error = reflector.lastError();
    json.put("state", reflector.state().name().toLowerCase(Locale.ROOT))
        .put("since", reflector.since().toString())
        .put("lists", reflector.lists())
        .put("reconnects", reflector.reconnects())
        .put("unreadable", reflector.unreadable())
        .put("failing", reflector.failing())
        .put("lastError", error == null ? "" : String.valueOf(error.getMessage()));
  }

  private static void describe(CacheDescription.Change change, JsonObject json) {
    json.put("resourceVersion", change.version())
        .put("type", change.type())
        .put("ageMillis", millis(change.ageNanos()));
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
