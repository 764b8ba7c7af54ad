package io.listwatch.server.http.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class KeptMessagesTest {
  private static final String TYPE = "v1.Thing";
  private static final int BUDGET = 10_000;
  private static final byte[] MESSAGE = new byte[4_000];

  private final ManualTimers timers = new ManualTimers();
  private final KeptMessages kept = new KeptMessages(timers, BUDGET);

  @Test
  void findsMessageOfTheSameObjectOnly() {
    Resource object = object("a");
    kept.keep(TYPE, object, new byte[] {1, 2, 3}, 2);

    assertThat(entry(object).message).containsExactly(1, 2);
    assertThat(kept.find(TYPE, object("a"))).isNull();
    assertThat(kept.find("v2.Thing", object)).isNull();
  }

  @Test
  void laterStateReplacesEarlierState() {
    Resource earlier = object("a", 7);
    Resource later = object("a", 8);
    kept.keep(TYPE, earlier, MESSAGE, MESSAGE.length);
    long used = kept.used();

    kept.keep(TYPE, later, MESSAGE, MESSAGE.length);
    kept.keep(TYPE, earlier, MESSAGE, MESSAGE.length);

    assertThat(entry(later).message).isNotNull();
    assertThat(kept.find(TYPE, earlier)).isNull();
    assertThat(kept.used()).isEqualTo(used);
  }

  @Test
  void garbageCollectionOfAReplacedStateReturnsNoBytes() {
    Resource earlier = object("a", 7);
    Resource later = object("a", 8);
    kept.keep(TYPE, earlier, MESSAGE, MESSAGE.length);
    KeptMessages.Entry replaced = entry(earlier);
    kept.keep(TYPE, later, MESSAGE, MESSAGE.length);
    long used = kept.used();

    assertThat(replaced.enqueue()).isTrue();
    kept.keep(TYPE, later, MESSAGE, MESSAGE.length);

    assertThat(kept.used()).isEqualTo(used);
  }

  @Test
  void keepsOnlyTheLengthWhenTheBudgetIsUsedUp() {
    Resource first = object("a");
    Resource second = object("b");
    Resource third = object("c");

    kept.keep(TYPE, first, MESSAGE, MESSAGE.length);
    kept.keep(TYPE, second, MESSAGE, MESSAGE.length);
    kept.keep(TYPE, third, MESSAGE, MESSAGE.length);

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
      kept.keep(TYPE, objects[i], MESSAGE, MESSAGE.length);
    }

    assertThat(kept.used()).isLessThanOrEqualTo(BUDGET + BUDGET / 8);
  }

  @Test
  void idleMessagesMakeRoom() {
    Resource idle = object("a");
    Resource asked = object("b");
    kept.keep(TYPE, idle, MESSAGE, MESSAGE.length);
    kept.keep(TYPE, asked, MESSAGE, MESSAGE.length);
    timers.advance(Duration.ofMinutes(6));
    Resource next = object("c");

    assertThat(entry(asked).message).isNotNull();
    kept.keep(TYPE, object("refused"), MESSAGE, MESSAGE.length);
    kept.keep(TYPE, next, MESSAGE, MESSAGE.length);

    assertThat(kept.find(TYPE, idle)).isNull();
    assertThat(entry(asked).message).isNotNull();
    assertThat(entry(next).message).isNotNull();
  }

  @Test
  void keepsMessageInsteadOfLengthOnceBudgetAllows() {
    Resource idle = object("a");
    Resource late = object("c");
    kept.keep(TYPE, idle, MESSAGE, MESSAGE.length);
    kept.keep(TYPE, object("b"), MESSAGE, MESSAGE.length);
    kept.keep(TYPE, late, MESSAGE, MESSAGE.length);
    collect(idle);

    kept.keep(TYPE, late, MESSAGE, MESSAGE.length);

    assertThat(entry(late).message).isNotNull();
  }

  @Test
  void garbageCollectionOfAnObjectReturnsItsBytes() {
    Resource object = object("a");
    kept.keep(TYPE, object, MESSAGE, MESSAGE.length);
    long used = kept.used();

    collect(object);
    Resource other = object("b");
    kept.keep(TYPE, other, MESSAGE, MESSAGE.length);

    assertThat(kept.used()).isEqualTo(used);
    assertThat(kept.find(TYPE, object)).isNull();
  }

  /** Simulates the garbage collection of the object. */
  private void collect(Resource object) {
    assertThat(entry(object).enqueue()).isTrue();
  }

  private KeptMessages.Entry entry(Resource object) {
    return Objects.requireNonNull(kept.find(TYPE, object));
  }

  private static Resource object(String name) {
    return object(name, 1);
  }

  private static Resource object(String name, int version) {
    return Resource.parse(
        "{\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%d\"}}".formatted(name, version));
  }
}
