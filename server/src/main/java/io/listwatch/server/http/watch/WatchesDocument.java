package io.listwatch.server.http.watch;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.registry.ApiErrors;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The open watches of one resource or of all, each with its user, address and lag. A sample of
 * bounded size, because each watch is described by its own event loop; it begins with those that
 * have waited longest for their clients.
 */
public final class WatchesDocument implements DebugDocument {
  private static final long DEFAULT_LIMIT = 100;
  private static final long MAX_LIMIT = 500;

  private final OpenWatches watches;

  public WatchesDocument(OpenWatches watches) {
    this.watches = watches;
  }

  @Override
  public CompletionStage<JsonObject> read(QueryParameters query) {
    String resource = query.text("resource");
    long limit = limit(query);
    String client = query.text("client");
    var slowest = new Slowest(limit);
    var matches = new TypeMatch(resource);
    for (WatchStream each : watches.streams()) {
      if ((resource.isEmpty() || matches.test(each.type()))
          && (client.isEmpty() || each.isOf(client))) {
        slowest.add(each);
      }
    }
    return document(slowest.total, slowest.streams());
  }

  /** Keeps a number of streams, those that are blocked longest. */
  private static final class Slowest {
    private final long limit;
    private final PriorityQueue<Blocked> kept =
        new PriorityQueue<>(Comparator.comparingLong(Blocked::since).reversed());
    private long total;

    Slowest(long limit) {
      this.limit = limit;
    }

    private record Blocked(WatchStream stream, long since) {}

    void add(WatchStream stream) {
      total++;
      long since = stream.blockedSince();
      Blocked last = kept.peek();
      if (kept.size() < limit) {
        kept.add(new Blocked(stream, since));
      } else if (last != null && since < last.since()) {
        kept.remove();
        kept.add(new Blocked(stream, since));
      }
    }

    List<WatchStream> streams() {
      return kept.stream()
          .sorted(Comparator.comparingLong(Blocked::since))
          .map(Blocked::stream)
          .toList();
    }
  }

  /**
   * Compares names only when the type changes, because thousands of watches in a row have the same
   * type.
   */
  private static final class TypeMatch implements Predicate<@Nullable ResourceType> {
    private final String resource;
    private @Nullable ResourceType last;
    private boolean matched;

    TypeMatch(String resource) {
      this.resource = resource;
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean test(@Nullable ResourceType type) {
      if (type != last) {
        last = type;
        matched = type != null && type.toString().equals(resource);
      }
      return matched;
    }
  }

  private static long limit(QueryParameters query) {
    Long limit = query.integer("limit");
    if (limit == null) {
      return DEFAULT_LIMIT;
    }
    if (limit < 0 || limit > MAX_LIMIT) {
      throw ApiErrors.badRequest("limit: %d (expected: 0 to %d)".formatted(limit, MAX_LIMIT));
    }
    return limit;
  }

  private static CompletionStage<JsonObject> document(long total, List<WatchStream> streams) {
    List<CompletableFuture<JsonObject>> described =
        streams.stream().map(WatchStream::describe).toList();
    return CompletableFuture.allOf(described.toArray(CompletableFuture[]::new))
        .thenApply(
            done -> {
              var json = new JsonObject().put("total", total);
              JsonArray items = json.putArray("items");
              described.stream().map(CompletableFuture::join).forEach(items::add);
              return json;
            });
  }
}
