package io.listwatch.server.http.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class KeptMessagesTest {
  private static final int BUDGET = 10_000;
  private static final byte[] MESSAGE = new byte[4_000];

  private final ManualTimers timers = new ManualTimers();
  private final KeptMessages kept = new KeptMessages(timers, BUDGET);

  @Test
  void findsMessageOfTheSameObjectOnly() {
    Resource object = object("a");
    kept.keep(object, new byte[] {1, 2, 3}, 2);

    assertThat(entry(object).message).containsExactly(1, 2);
    assertThat(kept.find(object("a"))).isNull();
  }

  @Test
  void keepsOnlyTheLengthWhenTheBudgetIsUsedUp() {
    Resource first = object("a");
    Resource second = object("b");
    Resource third = object("c");

    kept.keep(first, MESSAGE, MESSAGE.length);
    kept.keep(second, MESSAGE, MESSAGE.length);
    kept.keep(third, MESSAGE, MESSAGE.length);

    assertThat(entry(first).message).isNotNull();
    assertThat(entry(second).message).isNotNull();
    assertThat(entry(third).message).isNull();
    assertThat(entry(third).length).isEqualTo(MESSAGE.length);
    assertThat(kept.used()).isLessThanOrEqualTo(BUDGET);
  }

  @Test
  void lengthsAreBoundedToo() {
    Resource[] objects = new Resource[1_000];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = object("o" + i);
      kept.keep(objects[i], MESSAGE, MESSAGE.length);
    }

    assertThat(kept.used()).isLessThanOrEqualTo(BUDGET + BUDGET / 8);
  }

  @Test
  void idleMessagesMakeRoom() {
    Resource idle = object("a");
    Resource asked = object("b");
    kept.keep(idle, MESSAGE, MESSAGE.length);
    kept.keep(asked, MESSAGE, MESSAGE.length);
    timers.advance(Duration.ofMinutes(6));
    Resource next = object("c");

    assertThat(entry(asked).message).isNotNull();
    kept.keep(object("refused"), MESSAGE, MESSAGE.length);
    kept.keep(next, MESSAGE, MESSAGE.length);

    assertThat(kept.find(idle)).isNull();
    assertThat(entry(asked).message).isNotNull();
    assertThat(entry(next).message).isNotNull();
  }

  @Test
  void messageReplacesLengthOnceThereIsRoom() {
    Resource idle = object("a");
    Resource late = object("c");
    kept.keep(idle, MESSAGE, MESSAGE.length);
    kept.keep(object("b"), MESSAGE, MESSAGE.length);
    kept.keep(late, MESSAGE, MESSAGE.length);
    collect(idle);

    kept.keep(late, MESSAGE, MESSAGE.length);

    assertThat(entry(late).message).isNotNull();
  }

  @Test
  void collectedObjectGivesItsBytesBack() {
    Resource object = object("a");
    kept.keep(object, MESSAGE, MESSAGE.length);
    long used = kept.used();

    collect(object);
    Resource other = object("b");
    kept.keep(other, MESSAGE, MESSAGE.length);

    assertThat(kept.used()).isEqualTo(used);
    assertThat(kept.find(object)).isNull();
  }

  /** Simulates the garbage collection of the object. */
  private void collect(Resource object) {
    assertThat(entry(object).enqueue()).isTrue();
  }

  private KeptMessages.Entry entry(Resource object) {
    return Objects.requireNonNull(kept.find(object));
  }

  private static Resource object(String name) {
    return Resource.parse("{\"metadata\":{\"name\":\"" + name + "\"}}");
  }
}
