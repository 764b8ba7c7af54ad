package io.listwatch.reflector;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Delegates to a source and records the requests and the open watches. */
final class ObservedSource implements ListerWatcher {
  private final ListerWatcher source;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Set<ObservedWatch> open = ConcurrentHashMap.newKeySet();

  ObservedSource(ListerWatcher source) {
    this.source = source;
  }

  List<String> asked() {
    return List.copyOf(asked);
  }

  int open() {
    return open.size();
  }

  @Override
  public boolean streamsInitialEvents() {
    return source.streamsInitialEvents();
  }

  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    tell(options);
    return source.list(options);
  }

  @Override
  public ResourceList list(ListOptions options, Consumer<? super Resource> objects)
      throws InterruptedException {
    tell(options);
    return source.list(options, objects);
  }

  private void tell(ListOptions options) {
    String page = options.continueToken().isEmpty() ? "" : ", page " + options.continueToken();
    String size = options.limit() == 0 ? "" : ", " + options.limit() + " a page";
    asked.add("list " + describe(options.match()) + size + page);
  }

  @Override
  public Watch watch(WatchOptions options) throws InterruptedException {
    String verb = options.initialEvents() ? "stream " : "watch ";
    asked.add(verb + describe(options.from()));
    var watch = new ObservedWatch(source.watch(options));
    open.add(watch);
    return watch;
  }

  private static String describe(VersionMatch match) {
    return match.match(
        new VersionMatch.Cases<>() {
          @Override
          public String any() {
            return "any";
          }

          @Override
          public String mostRecent() {
            return "most recent";
          }

          @Override
          public String notOlderThan(ResourceVersion version) {
            return "not older than " + version;
          }

          @Override
          public String exactly(ResourceVersion version) {
            return "after " + version;
          }
        });
  }

  private final class ObservedWatch implements Watch {
    private final Watch watch;

    ObservedWatch(Watch watch) {
      this.watch = watch;
    }

    @Override
    public @Nullable WatchEvent next() throws InterruptedException {
      return watch.next();
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
      open.remove(this);
    }

    @Override
    public void close() {
      watch.close();
      open.remove(this);
    }
  }
}
