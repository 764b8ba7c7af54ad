package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/**
 * For any window size, a watch sends exactly the events of a naive reading of history from its
 * start, or a prefix of them if it was read too slowly.
 */
final class WatchProperties {
  private static final List<String> COLOURS = List.of("red", "blue");

  /** One step of history. */
  private record Step(long version, @Nullable Resource before, @Nullable Resource after) {}

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void watchSendsEventsOfHistory(@ForAll long seed) {
    var random = new Random(seed);
    try (var cache = new CacheFixture(1 + random.nextInt(12))) {
      var history = new ArrayList<Step>();
      Map<String, Resource> current = new HashMap<>();
      var watches = new ArrayList<Observed>();
      step(cache, random, history, current);
      for (int i = 0; i < 150; i++) {
        int choice = random.nextInt(10);
        if (choice == 0 && watches.size() < 6) {
          watches.add(open(cache, random, history));
        } else if (choice < 4 && !watches.isEmpty()) {
          watches.get(random.nextInt(watches.size())).readSome();
        } else {
          step(cache, random, history, current);
        }
      }
      watches.forEach(watch -> watch.check(history));
    }
  }

  private static void step(
      CacheFixture cache, Random random, List<Step> history, Map<String, Resource> current) {
    String name = "thing-" + random.nextInt(4);
    Resource before = current.get(name);
    if (before != null && random.nextInt(3) == 0) {
      history.add(new Step(version(cache.delete(name)), before, null));
      current.remove(name);
      return;
    }
    Resource after = cache.write(name, COLOURS.get(random.nextInt(2)));
    if (before == null || !after.version().equals(before.version())) {
      history.add(new Step(version(after), before, after));
      current.put(name, after);
    }
  }

  private static long version(Resource object) {
    return Long.parseLong(object.version().toString());
  }

  private static Observed open(CacheFixture cache, Random random, List<Step> history) {
    long after = history.get(random.nextInt(history.size())).version();
    String colour = random.nextBoolean() ? "" : COLOURS.get(random.nextInt(2));
    var from = VersionMatch.exactly(ResourceVersion.of(after));
    String fields = colour.isEmpty() ? "" : "spec.colour=" + colour;
    return new Observed(cache.watch(from, InitialEvents.NONE, fields), after, colour);
  }

  /** A watch and the events it has sent. */
  private static final class Observed {
    private final WatchReader reader;
    private final long after;
    private final String colour;
    private final List<String> told = new ArrayList<>();

    private Observed(WatchReader reader, long after, String colour) {
      this.reader = reader;
      this.after = after;
      this.colour = colour;
    }

    private void readSome() {
      reader.poll().map(WatchReader::describe).ifPresent(told::add);
    }

    private void check(List<Step> history) {
      List<String> expected =
          history.stream()
              .filter(step -> step.version() > after)
              .map(this::event)
              .filter(event -> !event.isEmpty())
              .toList();
      while (told.size() < expected.size() && !reader.watch().ended()) {
        reader.nextOrEnd().map(WatchReader::describe).ifPresent(told::add);
      }
      assertThat(told).isEqualTo(expected.subList(0, told.size()));
      assertThat(reader.poll()).isEmpty();
      reader.close();
    }

    private String event(Step step) {
      boolean before = matches(step.before());
      boolean after = matches(step.after());
      String kind = after ? (before ? "MODIFIED " : "ADDED ") : (before ? "DELETED " : "");
      Resource object = step.after() == null ? step.before() : step.after();
      return kind.isEmpty() || object == null ? "" : kind + object.key() + "@" + step.version();
    }

    private boolean matches(@Nullable Resource object) {
      return object != null && (colour.isEmpty() || Things.colour(object).equals(colour));
    }
  }
}
