package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kubernetes' documented tables of list and watch semantics, row by row, with a cache that is
 * behind its storage: the cache has {@code a red} at version C, the storage {@code a blue} at E.
 */
final class VersionTableTest {
  private final CacheFixture cache = new CacheFixture();
  private final Resource red;
  private final Resource blue;

  VersionTableTest() {
    red = cache.write("a", "red");
    cache.settle().storage.hold();
    blue = cache.write("a", "blue");
  }

  @AfterEach
  void close() {
    cache.close();
  }

  private VersionMatch match(String match) {
    return switch (match) {
      case "unset" -> VersionMatch.mostRecent();
      case "0" -> VersionMatch.any();
      case ">=C" -> VersionMatch.notOlderThan(red.version());
      case ">=E" -> VersionMatch.notOlderThan(blue.version());
      case "=C" -> VersionMatch.exactly(red.version());
      case "=E" -> VersionMatch.exactly(blue.version());
      default -> throw new AssertionError(match);
    };
  }

  @ParameterizedTest(name = "{0}: {1} limit {2}")
  @CsvSource({
    "L1,   unset, 0,  true,  a blue, E",
    "L2,   unset, 5,  true,  a blue, E",
    "L5,   0,     0,  false, a red,  C",
    "L6,   0,     5,  false, a red,  C",
    "L7,   >=C,   0,  false, a red,  C",
    "L9,   >=E,   0,  true,  a blue, E",
    "L10,  >=E,   5,  true,  a blue, E",
    "L8,   =C,    5,  false, a red,  C",
    "L11,  =C,    0,  false, a red,  C",
    "L11E, =E,    0,  true,  a blue, E",
  })
  void listServesDocumentedVersion(
      String row, String match, int limit, boolean waits, String content, String version) {
    var list =
        cache
            .resources
            .list(ResourceScope.ALL, ListOptions.ALL.at(match(match)).limitedTo(limit))
            .toCompletableFuture();

    assertThat(list.isDone()).isEqualTo(!waits);
    cache.storage.release();

    ResourcePage page = join(list);
    assertThat(CacheFixture.contents(page)).containsExactly(content);
    assertThat(page.version()).isEqualTo(version.equals("C") ? red.version() : blue.version());
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource({
    "W1, unset, MARKED, true,  'ADDED @E,END @E,ADDED @F'",
    "W2, 0,     MARKED, false, 'ADDED @C,END @C,MODIFIED @E,ADDED @F'",
    "W3, 0,     PLAIN,  false, 'ADDED @C,MODIFIED @E,ADDED @F'",
    "W5, unset, NONE,   true,  'ADDED @F'",
    "W7, 0,     NONE,   true,  'MODIFIED @E,ADDED @F'",
    "W8, >=E,   MARKED, true,  'ADDED @E,END @E,ADDED @F'",
    "W9, =C,    NONE,   true,  'MODIFIED @E,ADDED @F'",
    "W9, =E,    NONE,   true,  'ADDED @F'",
  })
  void watchStartsAtDocumentedVersion(
      String row, String match, InitialEvents initial, boolean waits, String expected) {
    List<String> all = List.of(expected.split(",", -1));
    try (var watch = cache.watch(match(match), initial, "")) {
      if (!waits) {
        assertThat(shortened(watch.next(1))).containsExactly(all.get(0));
      } else {
        assertThat(watch.poll()).isEmpty();
      }
      cache.storage.release();
      Resource last = cache.write("b", "red");

      List<String> rest = waits ? all : all.subList(1, all.size());
      List<String> told = shortened(watch.next(rest.size()));
      assertThat(told.stream().map(text -> text.replace("@" + last.version(), "@F")).toList())
          .isEqualTo(rest);
    }
  }

  private List<String> shortened(List<String> events) {
    return events.stream()
        .map(text -> text.replaceAll(" default/\\w+", " "))
        .map(text -> text.replace("@" + red.version(), "@C").replace("@" + blue.version(), "@E"))
        .toList();
  }

  @Test
  void watchOfUnreachedVersionFailsAsTooLarge() {
    var future = VersionMatch.notOlderThan(ResourceVersion.of(999));
    try (WatchReader watch = cache.watch(future, InitialEvents.MARKED, "")) {
      cache.timers.advance(Duration.ofMillis(3_100));

      assertThatThrownBy(watch::next).isInstanceOf(VersionTooLargeException.class);
    }
  }
}
