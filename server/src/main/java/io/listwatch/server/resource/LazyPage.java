package io.listwatch.server.resource;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A list, or a large page of one, that is read from storage while it is sent. If its version is
 * compacted before the end, the rest of it fails.
 *
 * <p>Threads: one at a time. The first batch is in memory from the start.
 */
final class LazyPage implements ResourcePage {
  private final StoredPages pages;
  private final FoundObjects found;
  private final End end;
  private final Workers workers;
  private final Supplier<? extends ResourcePage> again;
  private final ResourceVersion version;

  /** Null once it has been returned. */
  private @Nullable List<Resource> first;

  /** Number of objects that may still be returned. */
  private int left;

  /**
   * The end of a page.
   *
   * @param count the number of objects
   * @param remaining the number of objects after this page; null if it is not known
   * @param unreadable the unreadable objects; null to return those that have been found so far
   */
  record End(
      int count,
      String continueToken,
      @Nullable Long remaining,
      @Nullable List<ResourceKey> unreadable) {
    /** The end of the collection. */
    static final End NONE = new End(Integer.MAX_VALUE, "", null, null);
  }

  /**
   * @param again reads the same list from the start
   */
  LazyPage(
      StoredPages pages,
      FoundObjects found,
      End end,
      Workers workers,
      Supplier<? extends ResourcePage> again) {
    this.again = again;
    this.pages = pages;
    this.found = found;
    this.end = end;
    this.left = end.count;
    this.workers = workers;
    this.version = ResourceVersion.of(pages.revision());
    this.first = read();
  }

  /** Reads until an object matches or the range ends. */
  private List<Resource> read() {
    var items = new ArrayList<Resource>();
    boolean more = left > 0;
    while (items.isEmpty() && more) {
      List<StoredEntry> entries = pages.next(DirectList.BATCH);
      entries.forEach(entry -> found.take(entry, items));
      more = !entries.isEmpty();
    }
    List<Resource> batch = items.subList(0, Math.min(left, items.size()));
    left -= batch.size();
    return batch;
  }

  @Override
  public ResourceVersion version() {
    return version;
  }

  @Override
  public String continueToken() {
    return end.continueToken;
  }

  @Override
  public @Nullable Long remaining() {
    return end.remaining;
  }

  @Override
  public List<ResourceKey> unreadable() {
    return end.unreadable == null ? found.unreadable() : end.unreadable;
  }

  @Override
  public CompletionStage<List<Resource>> next() {
    List<Resource> batch = first;
    first = null;
    return batch == null ? workers.supply(this::read) : completedStage(batch);
  }

  @Override
  public CompletionStage<ResourcePage> again() {
    return workers.supply(again::get);
  }
}
