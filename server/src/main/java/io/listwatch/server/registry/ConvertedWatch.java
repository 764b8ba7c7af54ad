package io.listwatch.server.registry;

import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceWatch;
import org.jspecify.annotations.Nullable;

/** A watch as another version of the API shows it. */
final class ConvertedWatch implements ResourceWatch {
  private final ResourceWatch watch;
  private final ServedKind kind;

  ConvertedWatch(ResourceWatch watch, ServedKind kind) {
    this.watch = watch;
    this.kind = kind;
  }

  @Override
  public @Nullable WatchEvent poll() {
    WatchEvent event = watch.poll();
    if (event instanceof WatchEvent.Added added) {
      return new WatchEvent.Added(kind.served(added.object()));
    }
    if (event instanceof WatchEvent.Modified modified) {
      return new WatchEvent.Modified(kind.served(modified.object()));
    }
    if (event instanceof WatchEvent.Deleted deleted) {
      return new WatchEvent.Deleted(kind.served(deleted.object()));
    }
    return event;
  }

  @Override
  public boolean ended() {
    return watch.ended();
  }

  @Override
  public void requestBookmark() {
    watch.requestBookmark();
  }

  @Override
  public void close() {
    watch.close();
  }
}
