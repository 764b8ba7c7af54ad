package io.listwatch.server.resource;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A page whose objects are in memory. Used by one thread at a time. */
final class ReadPage implements ResourcePage {
  private final ResourceVersion version;
  private final List<Resource> items;
  private final List<ResourceKey> unreadable;
  private final String continueToken;
  private final @Nullable Long remaining;

  /** Number of objects that have been returned. */
  private int taken;

  ReadPage(
      ResourceVersion version,
      List<Resource> items,
      List<ResourceKey> unreadable,
      String continueToken,
      @Nullable Long remaining) {
    this.version = version;
    this.items = List.copyOf(items);
    this.unreadable = unreadable;
    this.continueToken = continueToken;
    this.remaining = remaining;
  }

  /** Creates the last page of a list. */
  ReadPage(long revision, List<Resource> items, List<ResourceKey> unreadable) {
    this(ResourceVersion.of(revision), items, unreadable, "", null);
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
    int from = taken;
    taken = Math.min(items.size(), from + DirectList.BATCH);
    return completedStage(items.subList(from, taken));
  }

  @Override
  public CompletionStage<ResourcePage> again() {
    taken = 0;
    return completedStage(this);
  }
}
