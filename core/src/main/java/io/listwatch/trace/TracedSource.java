package io.listwatch.trace;

import io.listwatch.model.DeltaBases;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
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

/** Reports how a {@link ListerWatcher} is listed and watched. */
final class TracedSource implements ListerWatcher {
  private static final VersionMatch.Cases<String> WORDS = new MatchWords();
  private static final WatchEvent.Cases<String> TEXT = new EventText();

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
    VersionMatch match = options.match();
    trace.report(Part.LIST, name, "list " + match.match(WORDS), match.version());
    var count = new AtomicInteger();
    ResourceList list =
        source.list(
            options,
            object -> {
              count.incrementAndGet();
              objects.accept(object);
            });
    trace.report(Part.LIST, name, "listed %d objects".formatted(count.get()), list.version());
    return list;
  }

  @Override
  public Watch watch(WatchOptions options) throws InterruptedException {
    report(options);
    return new TracedWatch(source.watch(options));
  }

  @Override
  public Watch watch(WatchOptions options, DeltaBases bases) throws InterruptedException {
    report(options);
    return new TracedWatch(source.watch(options, bases));
  }

  private void report(WatchOptions options) {
    VersionMatch from = options.from();
    if (options.initialEvents()) {
      trace.report(Part.LIST, name, "list by a watch, " + from.match(WORDS), from.version());
    } else {
      trace.report(Part.WATCH, name, "watch after", from.version());
    }
  }

  @Override
  public boolean streamsInitialEvents() {
    return source.streamsInitialEvents();
  }

  /** Reports the events of a watch. */
  private final class TracedWatch implements Watch {
    private final Watch watch;

    private TracedWatch(Watch watch) {
      this.watch = watch;
    }

    @Override
    public boolean sendsDeltas() {
      return watch.sendsDeltas();
    }

    @Override
    public @Nullable WatchEvent next() throws InterruptedException {
      WatchEvent event = watch.next();
      if (event != null) {
        trace.report(Part.WATCH, name, event.match(TEXT), event.version());
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

  private static final class MatchWords implements VersionMatch.Cases<String> {
    @Override
    public String any() {
      return "any version";
    }

    @Override
    public String mostRecent() {
      return "the latest";
    }

    @Override
    public String notOlderThan(ResourceVersion version) {
      return "not older than";
    }

    @Override
    public String exactly(ResourceVersion version) {
      return "exactly";
    }
  }

  private static final class EventText implements WatchEvent.Cases<String> {
    @Override
    public String added(Resource object) {
      return "ADDED " + object.key();
    }

    @Override
    public String modified(Resource object) {
      return "MODIFIED " + object.key();
    }

    @Override
    public String deleted(Resource object) {
      return "DELETED " + object.key();
    }

    @Override
    public String bookmark(WatchEvent.Bookmark bookmark) {
      return bookmark.endOfInitialEvents() ? "BOOKMARK, end of the list" : "BOOKMARK";
    }

    @Override
    public String unreadable(UnreadableObject object) {
      return "an event that cannot be read";
    }
  }
}
