package io.listwatch.server.resource;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A complete list that is read from storage while it is sent. If its version is compacted
 * meanwhile, the rest of it fails.
 *
 * <p>Threads: one at a time. The first batch is in memory from the start.
 */
final class LazyPage implements ResourcePage {
  private final StoredPages pages;
  private final FoundObjects found;
  private final Workers workers;
  private final Supplier<? extends ResourcePage> again;
  private final ResourceVersion version;

  /** Null once it has been returned. */
  private @Nullable List<Resource> first;

  /**
   * @param again reads the same list from the start
   */
  LazyPage(
      StoredPages pages,
      FoundObjects found,
      Workers workers,
      Supplier<? extends ResourcePage> again) {
    this.again = again;
    this.pages = pages;
    this.found = found;
    this.workers = workers;
    this.version = ResourceVersion.of(pages.revision());
    this.first = read();
  }

  /** Reads until an object matches or the range ends. */
  private List<Resource> read() {
    var items = new ArrayList<Resource>();
    List<StoredEntry> entries;
    do {
      entries = pages.next(DirectList.BATCH);
      entries.forEach(entry -> found.take(entry, items));
    } while (items.isEmpty() && !entries.isEmpty());
    return items;
  }

  @Override
  public ResourceVersion version() {
    return version;
  }

  @Override
  public String continueToken() {
    return "";
  }

  @Override
  public OptionalLong remaining() {
    return OptionalLong.empty();
  }

  @Override
  public List<ResourceKey> unreadable() {
    return found.unreadable();
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
