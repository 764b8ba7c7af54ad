package io.listwatch.server.cache;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorScript;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.reflector.ReflectorStoreContract;
import io.listwatch.time.ManualTimers;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WatchCacheTest extends ReflectorStoreContract {
  private final WatchCache cache = cache();

  private static WatchCache cache() {
    var window = new EventWindow(WindowLimits.DEFAULT, new ByteBudget(1 << 20));
    return new WatchCache(
        window,
        new FieldDemand(List.of()),
        SimulatedCache.account(),
        new ManualTimers(),
        () -> false,
        new SimulatedCache.NoListener());
  }

  @Override
  protected ReflectorStore store() {
    return cache;
  }

  /** Returns the last readable states; reads leave out the objects that are unreadable now. */
  @Override
  protected Collection<Resource> visible() {
    return objects(cache);
  }

  private static List<Resource> objects(WatchCache cache) {
    var objects = new ArrayList<Resource>();
    cache.state().objects().forEach((key, object) -> objects.add(object));
    return objects;
  }

  @ParameterizedTest(name = "streaming {0}")
  @ValueSource(booleans = {true, false})
  void passesTheReflectorScript(boolean streaming) {
    var script = new ReflectorScript(streaming);
    WatchCache followed = cache();

    try (var follower =
        script.reflect(
            followed,
            () -> objects(followed),
            () -> ResourceVersion.of(followed.state().version()))) {
      script.run(follower);
    }
  }

  @Test
  void unreadableObjectIsMarkedUntilItIsWritten() {
    cache.replace(List.of(note("a", 1)), Set.of(), version(2));
    cache.replace(List.of(), Set.of(key("a")), version(3));
    assertThat(cache.state().unreadable()).containsExactly(key("a"));

    cache.update(note("a", 4));

    assertThat(cache.state().unreadable()).isEmpty();
    assertThat(cache.state().version()).isEqualTo(4);
  }

  /** Each unreadable object copied the keys of all others: a gigabyte for these. */
  @Test
  void unreadableObjectsShareTheMemoryOfTheirKeys() {
    int count = 5_000;
    List<Resource> notes = IntStream.range(0, count).mapToObj(i -> note("n" + i, i + 1)).toList();

    long hiding = allocation(() -> notes.forEach(each -> cache.unreadable(each.key())));
    long showing = allocation(() -> notes.forEach(cache::update));

    assertThat(cache.state().unreadable()).isEmpty();
    assertThat(hiding).isLessThan(count * 2_000L);
    assertThat(showing).isLessThan(count * 10_000L);
  }

  private static long allocation(Runnable action) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    action.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
