package io.listwatch.trace;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.trace.TraceStep.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A collection that tells how it is listed and watched. */
final class TracedSource implements ListerWatcher {
  private final Trace trace;
  private final String name;
  private final ListerWatcher source;

  TracedSource(Trace trace, String name, ListerWatcher source) {
    this.trace = trace;
    this.name = name;
    this.source = source;
  }

  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    List<Resource> items = new ArrayList<>();
    return list(options, items::add).with(items);
  }

  @Override
  public ResourceList list(ListOptions options, Consumer<? super Resource> objects)
      throws InterruptedException {
    trace.tell(Part.LIST, name, "list " + words(options.match()), version(options.match()));
    var count = new AtomicInteger();
    ResourceList list =
        source.list(
            options,
            object -> {
              count.incrementAndGet();
              objects.accept(object);
            });
    trace.tell(Part.LIST, name, "listed %d objects".formatted(count.get()), list.version());
    return list;
  }

  @Override
  public Watch watch(WatchOptions options) throws InterruptedException {
    VersionMatch from = options.from();
    if (options.initialEvents()) {
      trace.tell(Part.LIST, name, "list by a watch, " + words(from), version(from));
    } else {
      trace.tell(Part.WATCH, name, "watch after", version(from));
    }
    return new TracedWatch(source.watch(options));
  }

  private static String words(VersionMatch match) {
    if (match instanceof VersionMatch.NotOlderThan) {
      return "not older than";
    }
    return match instanceof VersionMatch.Any ? "whatever is at hand" : "the latest";
  }

  private static ResourceVersion version(VersionMatch match) {
    if (match instanceof VersionMatch.NotOlderThan atLeast) {
      return atLeast.version();
    }
    return match instanceof VersionMatch.Exactly exactly
        ? exactly.version()
        : ResourceVersion.UNSET;
  }

  @Override
  public boolean streamsInitialEvents() {
    return source.streamsInitialEvents();
  }

  private static String text(WatchEvent event) {
    if (event instanceof WatchEvent.Added added) {
      return "ADDED " + added.object().key();
    } else if (event instanceof WatchEvent.Modified modified) {
      return "MODIFIED " + modified.object().key();
    } else if (event instanceof WatchEvent.Deleted deleted) {
      return "DELETED " + deleted.object().key();
    } else if (event instanceof WatchEvent.Bookmark bookmark) {
      return bookmark.endOfInitialEvents() ? "BOOKMARK, end of the list" : "BOOKMARK";
    }
    return "an event that cannot be read";
  }

  /** A watch that tells what comes through it. */
  private final class TracedWatch implements Watch {
    private final Watch watch;

    private TracedWatch(Watch watch) {
      this.watch = watch;
    }

    @Override
    public @Nullable WatchEvent next() throws InterruptedException {
      WatchEvent event = watch.next();
      if (event != null) {
        trace.tell(Part.WATCH, name, text(event), event.version());
      }
      return event;
    }

    @Override
    public boolean ended() {
      return watch.ended();
    }

    @Override
    public void wakeUp() {
      watch.wakeUp();
    }

    @Override
    public void abandon() {
      watch.abandon();
    }

    @Override
    public void close() {
      watch.close();
    }
  }
}
