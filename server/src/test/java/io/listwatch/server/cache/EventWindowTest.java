package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ResourceChange;
import io.listwatch.store.SortedTable;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class EventWindowTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final ByteBudget budget = new ByteBudget(100_000);
  private final EventWindow window =
      new EventWindow(new WindowLimits(1_000, 3, Duration.ofSeconds(10)), budget);

  private SortedTable<ResourceKey, Resource> objects = SortedTable.empty();

  EventWindowTest() {
    window.restart(1, objects, 0);
  }

  /** Writes a note at each version, with this time in nanoseconds. */
  private void write(long from, long to, long now) {
    for (long version = from; version <= to; version++) {
      Resource note = Notes.note("a", version);
      Resource previous = objects.get(note.key());
      objects = objects.with(note.key(), note);
      window.append(List.of(new ResourceChange(version, previous, note)), objects, now);
    }
  }

  private WindowEntry placeAt(long version) {
    return Objects.requireNonNull(window.placeAt(version));
  }

  @Test
  void placeIsFollowedByLaterChanges() {
    write(5, 7, 0);

    assertThat(Objects.requireNonNull(placeAt(1).next()).version()).isEqualTo(5);
    assertThat(Objects.requireNonNull(placeAt(5).next()).version()).isEqualTo(6);
    assertThat(placeAt(7).next()).isNull();
    assertThat(placeAt(99)).isSameAs(window.head());
  }

  @Test
  void dropsOldChangesButKeepsTheMinimum() {
    write(2, 9, 0);
    assertThat(window.floor()).isEqualTo(1);

    write(10, 10, 11 * SECOND);

    assertThat(window.size()).isEqualTo(3);
    assertThat(window.floor()).isEqualTo(7);
    assertThat(window.placeAt(6)).isNull();
    assertThat(placeAt(7).next()).isNotNull();
  }

  @Test
  void keepsAtMostTheMaximum() {
    write(2, 5_000, 0);

    assertThat(window.size()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void droppedPlaceIsLostButHeadIsNot() {
    write(2, 2, 0);
    WindowEntry old = placeAt(2);

    write(3, 20, 11 * SECOND);
    write(21, 21, 30 * SECOND);

    assertThat(old.next()).isNull();
    assertThat(window.isLost(old)).isTrue();
    assertThat(window.isBeforeRestart(old)).isFalse();
    assertThat(window.isLost(window.head())).isFalse();
  }

  @Test
  void countsBytesAndReturnsThemToTheBudget() {
    write(2, 900, 0);
    assertThat(window.bytes()).isEqualTo(budget.used()).isPositive().isLessThan(110_000);
    assertThat(window.size()).isLessThan(899);

    window.close();

    assertThat(budget.used()).isZero();
  }

  @Test
  void restartInvalidatesAllPlaces() {
    write(2, 4, 0);
    WindowEntry end = window.head();

    window.restart(9, objects, 0);

    assertThat(window.isLost(end)).isTrue();
    assertThat(window.isBeforeRestart(end)).isTrue();
    assertThat(window.placeAt(4)).isNull();
    assertThat(window.placeAt(9)).isSameAs(window.head());
  }

  @Test
  void reconstructsObjectsAtEveryVersionInWindow() {
    var roomy = new EventWindow(WindowLimits.DEFAULT, new ByteBudget(1 << 30));
    roomy.restart(1, SortedTable.empty(), 0);
    SortedTable<ResourceKey, Resource> state = SortedTable.empty();
    for (long version = 2; version < 1_000; version++) {
      Resource note = Notes.note("note-" + version % 7, version);
      Resource previous = state.get(note.key());
      state = state.with(note.key(), note);
      roomy.append(List.of(new ResourceChange(version, previous, note)), state, 0);
    }

    for (long version = 10; version < 1_000; version++) {
      SortedTable<ResourceKey, Resource> then = Objects.requireNonNull(roomy.objectsAt(version));
      assertThat(then.size()).isEqualTo(7);
      assertThat(then.get(Notes.key("note-" + version % 7)))
          .isEqualTo(Notes.note("note-" + version % 7, version));
      assertThat(then.get(Notes.key("note-" + (version + 1) % 7)))
          .isEqualTo(Notes.note("note-" + (version + 1) % 7, version - 6));
    }
  }
}
