package io.listwatch.server.registry.conversion;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchPosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A watch in another API version. It converts the pending events in batches, one batch at a time,
 * which keeps their order.
 *
 * <p>Threads: the event loop, as for all watches. While a conversion runs, {@link #poll} returns
 * null, and the reader is notified when it is done.
 */
final class ConvertedWatch implements ResourceWatch {
  private static final int BATCH = 100;

  private final ResourceWatch watch;
  private final Conversion conversion;
  private final boolean deltas;
  private final Executor loop;
  private final Runnable onReadable;
  private final ArrayDeque<WatchEvent> ready = new ArrayDeque<>();
  private boolean converting;

  /** Thrown to the reader after the events in {@link #ready}. */
  private @Nullable RuntimeException failure;

  /**
   * @param deltas true to convert the states before the events, too
   */
  ConvertedWatch(
      ResourceWatch watch,
      Conversion conversion,
      boolean deltas,
      Executor loop,
      Runnable onReadable) {
    this.watch = watch;
    this.conversion = conversion;
    this.deltas = deltas;
    this.loop = loop;
    this.onReadable = onReadable;
  }

  @Override
  public @Nullable WatchEvent poll() {
    if (ready.isEmpty() && !converting && failure == null) {
      convert(batch());
    }
    if (ready.isEmpty() && !converting && failure != null) {
      throw failure;
    }
    return ready.poll();
  }

  private List<WatchEvent> batch() {
    var events = new ArrayList<WatchEvent>();
    try {
      WatchEvent event = watch.poll();
      while (event != null) {
        events.add(event);
        event = events.size() < BATCH ? watch.poll() : null;
      }
    } catch (ApiException e) {
      failure = e;
    }
    return events;
  }

  private void convert(List<WatchEvent> events) {
    if (objects(events).stream().noneMatch(conversion::needsConversion)) {
      ready.addAll(events);
      return;
    }
    var converted = CompletableFuture.supplyAsync(() -> converted(events), conversion.threads());
    if (converted.isDone()) {
      accept(converted);
      return;
    }
    converting = true;
    var unused = converted.whenComplete((done, problem) -> loop.execute(() -> resume(converted)));
  }

  private void resume(CompletableFuture<List<WatchEvent>> converted) {
    converting = false;
    accept(converted);
    onReadable.run();
  }

  private void accept(CompletableFuture<List<WatchEvent>> converted) {
    try {
      ready.addAll(converted.join());
    } catch (CompletionException e) {
      failure = e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private List<WatchEvent> converted(List<WatchEvent> events) {
    Iterator<Resource> objects = conversion.served(objects(events)).iterator();
    return events.stream().map(each -> converted(each, objects)).toList();
  }

  private WatchEvent converted(WatchEvent event, Iterator<Resource> objects) {
    if (event.resource() == null) {
      return event;
    }
    Resource object = objects.next();
    Resource previous = deltas && event.previous() != null ? objects.next() : null;
    return event.match(new Replacement(object, previous));
  }

  /**
   * Returns the objects to convert: the object of each event, followed by its previous state if
   * needed.
   */
  private List<Resource> objects(List<WatchEvent> events) {
    return events.stream()
        .flatMap(
            each ->
                Stream.concat(
                    Stream.ofNullable(each.resource()),
                    Stream.ofNullable(deltas ? each.previous() : null)))
        .toList();
  }

  @Override
  public boolean ended() {
    return ready.isEmpty() && !converting && failure == null && watch.ended();
  }

  @Override
  public WatchPosition position() {
    return watch.position();
  }

  @Override
  public boolean holdsSnapshot() {
    return watch.holdsSnapshot();
  }

  @Override
  public boolean hasInitialEvents() {
    return watch.hasInitialEvents();
  }

  @Override
  public boolean initializing() {
    return watch.initializing();
  }

  @Override
  public void requestBookmark() {
    watch.requestBookmark();
  }

  @Override
  public void close() {
    watch.close();
  }

  /** Replaces the objects of an event. */
  private record Replacement(Resource converted, @Nullable Resource previous)
      implements WatchEvent.Cases<WatchEvent> {
    @Override
    public WatchEvent added(Resource object) {
      return new WatchEvent.Added(converted);
    }

    @Override
    public WatchEvent modified(Resource object) {
      return new WatchEvent.Modified(converted, previous);
    }

    @Override
    public WatchEvent deleted(Resource object) {
      return new WatchEvent.Deleted(converted, previous);
    }

    @Override
    public WatchEvent bookmark(WatchEvent.Bookmark bookmark) {
      return bookmark;
    }

    @Override
    public WatchEvent unreadable(UnreadableObject object) {
      return new WatchEvent.Unreadable(object);
    }
  }
}
