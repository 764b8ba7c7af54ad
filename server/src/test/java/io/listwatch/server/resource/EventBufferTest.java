package io.listwatch.server.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import org.junit.jupiter.api.Test;

/** How the events of a buffer count towards the budget of all buffers. */
final class EventBufferTest {
  private static final Resource OBJECT =
      Resource.parse(
          """
          {"kind":"Thing","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"3"}}\
          """);
  private static final WatchEvent EVENT = new WatchEvent.Added(OBJECT);

  private final EventBudget budget = new EventBudget(3L * OBJECT.size());
  private final EventBuffer unread = buffer();
  private final EventBuffer other = buffer();

  /** Returns a buffer that is cleared if its watch ends. */
  private EventBuffer buffer() {
    var made = new EventBuffer[1];
    made[0] = new EventBuffer(Runnable::run, () -> {}, budget.open(() -> made[0].clear()));
    return made[0];
  }

  /** The budget was checked only after all pending changes had been read. */
  @Test
  void firstEventBeyondTheBudgetEndsAWatch() {
    unread.put(EVENT);
    for (int i = 0; i < 3; i++) {
      other.put(EVENT);
    }

    assertThat(budget.used()).isEqualTo(3L * OBJECT.size());
    assertThat(unread.poll()).isNull();
    assertThat(other.poll()).isEqualTo(EVENT);
  }

  @Test
  void readEventDoesNotCount() {
    unread.put(EVENT);

    assertThat(unread.poll()).isEqualTo(EVENT);

    assertThat(budget.used()).isZero();
  }

  @Test
  void eventThatEndsItsOwnWatchIsDropped() {
    for (int i = 0; i < 4; i++) {
      unread.put(EVENT);
    }

    assertThat(budget.used()).isZero();
    assertThat(unread.poll()).isNull();
  }
}
