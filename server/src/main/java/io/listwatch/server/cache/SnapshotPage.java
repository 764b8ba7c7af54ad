package io.listwatch.server.cache;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.ContinueToken;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourcePage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A list, or a page of one, from a snapshot of the cache. All its objects are in memory, so its
 * stages are complete, unless the filter passes few of many objects: then a worker continues.
 *
 * <p>Threads: one at a time.
 */
final class SnapshotPage implements ResourcePage {
  private static final int BATCH = 500;

  private final ResourceVersion version;
  private final List<ResourceKey> unreadable;
  private final String continueToken;
  private final @Nullable Long remaining;
  private final Supplier<SnapshotCursor> opening;
  private final int count;
  private final Executor workers;

  private SnapshotCursor cursor;

  /** Number of objects that may still be returned. */
  private int left;

  private SnapshotPage(
      long version,
      List<ResourceKey> unreadable,
      Supplier<SnapshotCursor> opening,
      int count,
      String continueToken,
      @Nullable Long remaining,
      Executor workers) {
    this.version = ResourceVersion.of(version);
    this.unreadable = unreadable;
    this.opening = opening;
    this.cursor = opening.get();
    this.count = count;
    this.left = count;
    this.continueToken = continueToken;
    this.remaining = remaining;
    this.workers = workers;
  }

  /**
   * Returns a page of a state.
   *
   * @param start the lowest key on the page; null for the first page
   * @param limit the maximum number of objects; 0 for all
   * @param workers check objects if the filter passes few of many
   */
  static CompletionStage<ResourcePage> of(
      CacheState state,
      ResourceFilter filter,
      @Nullable ResourceKey start,
      int limit,
      Executor workers) {
    boolean mayBeLong =
        limit > 0 && !filter.isOpen() && state.objects().size() > SnapshotCursor.MAX_FILTERED;
    return mayBeLong
        ? supplyAsync(() -> scouted(state, filter, start, limit, workers), workers)
        : completedStage(scouted(state, filter, start, limit, workers));
  }

  /** Finds the end of the page, if it has a limit. */
  private static SnapshotPage scouted(
      CacheState state,
      ResourceFilter filter,
      @Nullable ResourceKey start,
      int limit,
      Executor workers) {
    List<ResourceKey> unreadable =
        state.unreadable().stream().filter(filter.scope()::contains).sorted().toList();
    Supplier<SnapshotCursor> opening = () -> cursor(state, filter, start);
    if (limit == 0) {
      return new SnapshotPage(
          state.version(), unreadable, opening, Integer.MAX_VALUE, "", null, workers);
    }
    // Iterates twice: the continue token is sent before the objects and depends on where the page
    // ends.
    SnapshotCursor scout = opening.get();
    Resource last = null;
    int count = 0;
    for (Resource next = scout.nextWithoutPause(); next != null; next = scout.nextWithoutPause()) {
      last = next;
      if (++count == limit) {
        break;
      }
    }
    if (last == null || count < limit || scout.remaining() == 0) {
      return new SnapshotPage(state.version(), unreadable, opening, count, "", null, workers);
    }
    String token = ContinueToken.after(last.key(), filter.scope(), state.version()).encode();
    Long remaining = filter.isOpen() ? Long.valueOf(scout.remaining()) : null;
    return new SnapshotPage(state.version(), unreadable, opening, count, token, remaining, workers);
  }

  private static SnapshotCursor cursor(
      CacheState state, ResourceFilter filter, @Nullable ResourceKey start) {
    return new SnapshotCursor(state, filter, start);
  }

  @Override
  public ResourceVersion version() {
    return version;
  }

  @Override
  public String continueToken() {
    return continueToken;
  }

  @Override
  public @Nullable Long remaining() {
    return remaining;
  }

  @Override
  public List<ResourceKey> unreadable() {
    return unreadable;
  }

  @Override
  public CompletionStage<List<Resource>> next() {
    cursor.resume();
    List<Resource> batch = batch();
    return batch.isEmpty() && cursor.paused()
        ? supplyAsync(this::nextNonEmptyBatch, workers)
        : completedStage(batch);
  }

  /** Returns the next objects, as many as the cursor has before it pauses. */
  private List<Resource> batch() {
    int size = Math.min(left, BATCH);
    var batch = new ArrayList<Resource>();
    while (batch.size() < size) {
      Resource object = cursor.next();
      if (object == null) {
        break;
      }
      batch.add(object);
    }
    left -= batch.size();
    return batch;
  }

  /** Returns an empty batch at the end only. */
  private List<Resource> nextNonEmptyBatch() {
    List<Resource> batch;
    do {
      cursor.resume();
      batch = batch();
    } while (batch.isEmpty() && cursor.paused());
    return batch;
  }

  @Override
  public CompletionStage<ResourcePage> again() {
    cursor = opening.get();
    left = count;
    return completedStage(this);
  }
}
