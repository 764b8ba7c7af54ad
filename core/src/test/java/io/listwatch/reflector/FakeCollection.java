package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A collection of notes with its history, as a server would serve it, that fails on demand.
 *
 * <p>Thread-safe. Watches get their events as they happen; an unread watch does not block the
 * others.
 */
public final class FakeCollection implements ListerWatcher {
  @GuardedBy("this")
  private final TreeMap<ResourceKey, Resource> objects = new TreeMap<>();

  @GuardedBy("this")
  private final List<WatchEvent> history = new ArrayList<>();

  @GuardedBy("this")
  private final List<FakeWatch> watches = new ArrayList<>();

  @GuardedBy("this")
  private final Deque<ApiException> listFailures = new ArrayDeque<>();

  @GuardedBy("this")
  private final Deque<ApiException> watchFailures = new ArrayDeque<>();

  /** The failure of every watch without a failure of its own; null if watches are served. */
  @GuardedBy("this")
  private @Nullable ApiException refusal;

  @GuardedBy("this")
  private final List<ListOptions> lists = new ArrayList<>();

  @GuardedBy("this")
  private final List<WatchOptions> watchRequests = new ArrayList<>();

  @GuardedBy("this")
  private final Map<String, Page> pages = new HashMap<>();

  @GuardedBy("this")
  private long revision = 1;

  /** The newest revision after which the history is not complete. */
  @GuardedBy("this")
  private long compacted = 1;

  @GuardedBy("this")
  private boolean pagesExpired;

  @GuardedBy("this")
  private boolean streams = true;

  // ---- changes by the test

  /** Writes a note and returns it as stored. */
  public Resource put(String name, String text) {
    return put(Notes.key(name), text);
  }

  public synchronized Resource put(ResourceKey key, String text) {
    Resource old = objects.get(key);
    String uid = old == null ? "uid-" + (revision + 1) : old.uid().orElseThrow();
    Resource object = Notes.note(key, uid, ++revision, text);
    objects.put(key, object);
    happened(old == null ? new WatchEvent.Added(object) : new WatchEvent.Modified(object));
    return object;
  }

  public void delete(String name) {
    delete(Notes.key(name));
  }

  public synchronized void delete(ResourceKey key) {
    Resource old = objects.remove(key);
    if (old != null) {
      happened(new WatchEvent.Deleted(old.withVersion(ResourceVersion.of(++revision))));
    }
  }

  /** Sends a bookmark to every watch. */
  public synchronized void bookmark() {
    send(new WatchEvent.Bookmark(version()));
  }

  /** Sends an arbitrary event to every watch, without a change of the collection. */
  public synchronized void send(WatchEvent event) {
    watches.removeIf(watch -> !watch.put(event));
  }

  /** Compacts the history: watches from earlier versions are expired. */
  public synchronized void compact() {
    compacted = revision;
    history.clear();
  }

  /** Expires the continue tokens of all lists in progress. */
  public synchronized void expirePages() {
    pagesExpired = true;
  }

  /** Ends every open watch as a server does at its timeout. */
  public synchronized void endWatches() {
    watches.forEach(FakeWatch::end);
    watches.clear();
  }

  public synchronized void breakWatches(ApiException cause) {
    watches.forEach(watch -> watch.fail(cause));
    watches.clear();
  }

  public synchronized void failNextList(ApiException failure) {
    listFailures.add(failure);
  }

  public synchronized void failNextWatch(ApiException failure) {
    watchFailures.add(failure);
  }

  /**
   * Fails every watch from now on. This includes a successor that a reflector opens before its
   * current watch has ended.
   */
  public synchronized void refuseWatches(ApiException failure) {
    refusal = failure;
  }

  public synchronized void acceptWatches() {
    refusal = null;
  }

  public synchronized void streams(boolean newStreams) {
    streams = newStreams;
  }

  // ---- checks by the test

  public synchronized ResourceVersion version() {
    return ResourceVersion.of(revision);
  }

  public synchronized Map<ResourceKey, Resource> objects() {
    return new TreeMap<>(objects);
  }

  public synchronized List<ListOptions> lists() {
    return List.copyOf(lists);
  }

  public synchronized List<WatchOptions> watchRequests() {
    return List.copyOf(watchRequests);
  }

  public synchronized int openWatches() {
    watches.removeIf(Watch::ended);
    return watches.size();
  }

  /** True if there is a watch whose reader has processed everything and waits for more. */
  public synchronized boolean readerWaits() {
    return watches.stream().anyMatch(FakeWatch::readerWaits);
  }

  // ---- the source

  @Override
  public synchronized boolean streamsInitialEvents() {
    return streams;
  }

  @Override
  public synchronized ResourceList list(ListOptions options) {
    lists.add(options);
    ApiException failure = listFailures.poll();
    if (failure != null) {
      throw failure;
    }
    return options.continueToken().isEmpty()
        ? page(new ArrayList<>(objects.values()), 0, revisionFor(options.match()), options.limit())
        : nextPage(options);
  }

  @GuardedBy("this")
  private long revisionFor(VersionMatch match) {
    if (match instanceof VersionMatch.NotOlderThan notOlder) {
      refuseFuture(notOlder.version());
    }
    return revision;
  }

  @GuardedBy("this")
  private void refuseFuture(ResourceVersion version) {
    if (version.newerThan(ResourceVersion.of(revision))) {
      throw new VersionTooLargeException(
          Status.of(StatusReason.TIMEOUT, "Too large resource version: " + version));
    }
  }

  @GuardedBy("this")
  private ResourceList nextPage(ListOptions options) {
    Page page = pages.remove(options.continueToken());
    if (page == null || pagesExpired) {
      throw expired("the continue token is too old");
    }
    return page(page.all, page.from, page.version, options.limit());
  }

  @GuardedBy("this")
  private ResourceList page(List<Resource> all, int from, long version, int limit) {
    int to = limit == 0 ? all.size() : Math.min(all.size(), from + limit);
    String token = to < all.size() ? version + ":" + to : "";
    if (!token.isEmpty()) {
      pages.put(token, new Page(all, to, version));
    }
    return new ResourceList(all.subList(from, to), List.of(), ResourceVersion.of(version), token);
  }

  @Override
  public synchronized Watch watch(WatchOptions options) {
    watchRequests.add(options);
    ApiException failure = watchFailures.isEmpty() ? refusal : watchFailures.poll();
    if (failure != null) {
      throw failure;
    }
    var watch = new FakeWatch();
    fill(watch, options);
    watches.add(watch);
    return watch;
  }

  @GuardedBy("this")
  private void fill(FakeWatch watch, WatchOptions options) {
    if (options.from() instanceof VersionMatch.Exactly exactly) {
      refuseFuture(exactly.version());
      replay(watch, Long.parseLong(exactly.version().toString()));
      return;
    }
    if (options.from() instanceof VersionMatch.NotOlderThan notOlder) {
      refuseFuture(notOlder.version());
    }
    for (Resource object : objects.values()) {
      watch.put(new WatchEvent.Added(object));
    }
    if (options.initialEvents()) {
      watch.put(new WatchEvent.Bookmark(ResourceVersion.of(revision), true));
    }
  }

  @GuardedBy("this")
  private void replay(FakeWatch watch, long after) {
    if (after < compacted) {
      throw expired("too old resource version: " + after + " (" + compacted + ")");
    }
    for (WatchEvent event : history) {
      if (event.version().newerThan(ResourceVersion.of(after))) {
        watch.put(event);
      }
    }
  }

  private static ExpiredException expired(String message) {
    return new ExpiredException(Status.of(StatusReason.EXPIRED, message));
  }

  @GuardedBy("this")
  private void happened(WatchEvent event) {
    history.add(event);
    send(event);
  }

  /** The rest of a list in progress. */
  private record Page(List<Resource> all, int from, long version) {}
}
