package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.selector.FieldSelector;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A watch on a {@link SimulatedCache} that is polled only when it has called its reader, as a
 * connection does, together with the events that a naive reading of history expects.
 */
final class SimulatedReader {
  private final SimulatedCache cache;
  private final ArrayDeque<Runnable> loop;
  private final FieldSelector fields;
  private final WatchStart start;
  private final InitialEvents initialEvents;
  private final int listsBefore;
  private final WatchSubscription subscription;

  private final List<String> received = new ArrayList<>();
  private boolean begun;
  private boolean readable = true;
  private boolean stopped;
  private boolean expired;
  private boolean closed;
  private int bookmarks;

  SimulatedReader(
      SimulatedCache cache, WatchStart start, InitialEvents initialEvents, String fields) {
    this.cache = cache;
    this.loop = cache.anyLoop();
    this.fields = FieldSelector.parse(fields);
    this.start = start;
    this.initialEvents = initialEvents;
    this.listsBefore = cache.lists();
    var from = VersionMatch.exactly(ResourceVersion.of(start.after()));
    var request = CacheFixture.request(from, initialEvents, fields);
    subscription = new WatchSubscription(request, cache, loop::add, () -> readable = true);
  }

  /** Another thread has determined where the watch starts. */
  void begin() {
    if (!begun) {
      begun = true;
      subscription.begin(start);
    }
  }

  /** Toggles whether the connection is writable. */
  void toggleDemand() {
    stopped = !stopped;
  }

  void resume() {
    stopped = false;
  }

  void requestBookmark() {
    subscription.requestBookmark();
  }

  void close() {
    closed = true;
    subscription.close();
  }

  boolean isFinished() {
    return closed || expired || subscription.ended();
  }

  /** True if there is something to read and the connection is writable. */
  boolean isReading() {
    return readable && !stopped && !isFinished();
  }

  /** Reads at most this number of events. */
  void read(int atMost) {
    readable = false;
    for (int i = 0; i < atMost; i++) {
      WatchEvent event = poll();
      if (event == null) {
        return;
      }
      accept(event);
    }
    readable = true;
  }

  private @Nullable WatchEvent poll() {
    try {
      return subscription.poll();
    } catch (ExpiredException e) {
      assertThat(cache.compacted()).isGreaterThan(start.after());
      expired = true;
      return null;
    }
  }

  private void accept(WatchEvent event) {
    if (event instanceof WatchEvent.Bookmark bookmark && !bookmark.endOfInitialEvents()) {
      bookmarks++;
      assertThat(received).isEqualTo(expected(Long.parseLong(event.version().toString())));
    } else {
      received.add(WatchReader.describe(event));
    }
  }

  /** Checks the received events when no thread has anything left to do. */
  void check(boolean windowIsUnlimited) {
    List<String> expected = expected(Long.MAX_VALUE);
    if (isFinished()) {
      assertThat(received).isEqualTo(expected.subList(0, received.size()));
      boolean relisted = cache.lists() > listsBefore;
      assertThat(closed || expired || relisted || !windowIsUnlimited).isTrue();
    } else {
      assertThat(received).isEqualTo(expected);
    }
  }

  int bookmarks() {
    return bookmarks;
  }

  /** True if the watch starts at a version that does not exist yet. */
  boolean isOfTheFuture() {
    return start.after() > cache.version();
  }

  /** Returns the events up to a version, from history. */
  private List<String> expected(long upTo) {
    Stream<String> later =
        cache.history().stream()
            .filter(change -> change.version() > start.after() && change.version() <= upTo)
            .map(this::event)
            .filter(event -> !event.isEmpty());
    return Stream.concat(initial().stream(), later).toList();
  }

  private List<String> initial() {
    if (initialEvents == InitialEvents.NONE) {
      return List.of();
    }
    Map<String, String> objects = new TreeMap<>();
    for (SimulatedCache.Change change : cache.history()) {
      if (change.version() <= start.after()) {
        Resource object = change.after();
        if (object != null && matches(object)) {
          objects.put(key(change), "ADDED " + key(change) + "@" + change.version());
        } else {
          objects.remove(key(change));
        }
      }
    }
    var events = new ArrayList<>(objects.values());
    if (initialEvents == InitialEvents.MARKED) {
      events.add("END @" + start.after());
    }
    return events;
  }

  private String event(SimulatedCache.Change change) {
    boolean before = matches(change.before());
    boolean after = matches(change.after());
    String type = after ? (before ? "MODIFIED " : "ADDED ") : (before ? "DELETED " : "");
    return type.isEmpty() ? "" : type + key(change) + "@" + change.version();
  }

  private static String key(SimulatedCache.Change change) {
    Resource either = change.after() == null ? change.before() : change.after();
    return String.valueOf(either == null ? null : either.key());
  }

  private boolean matches(@Nullable Resource object) {
    return object != null && fields.matches(object.fields());
  }
}
