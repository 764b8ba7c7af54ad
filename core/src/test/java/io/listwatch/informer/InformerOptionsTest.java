package io.listwatch.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.time.ManualTimers;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class InformerOptionsTest {
  /** Every option has another value than the standard one. */
  private static final InformerOptions CHANGED =
      InformerOptions.STANDARD.with(
          options ->
              options
                  .policy(ReflectorPolicy.SERVER)
                  .queue(QueueKind.DELTA_FIFO)
                  .queueCapacity(7)
                  .keepManagedFields(true)
                  .deltas(false)
                  .transform("compact", Resource::compact)
                  .keeper((scope, contents) -> StoreKeeper.KeptStore.NOTHING)
                  .listener(new InformerListener() {})
                  .metrics(new OpenGauges())
                  .timers(new ManualTimers())
                  .decodedWeight(7)
                  .detectMutations(true)
                  .ownWrites(7, Duration.ofSeconds(7)));

  @Test
  void copyKeepsEveryOption() throws IllegalAccessException {
    InformerOptions copy = CHANGED.with(unchanged -> {});

    for (Field each : options()) {
      assertThat(each.get(copy))
          .as(each.getName())
          .isEqualTo(each.get(CHANGED))
          .isNotEqualTo(each.get(InformerOptions.STANDARD));
    }
  }

  private static List<Field> options() {
    return Stream.of(InformerOptions.class.getDeclaredFields())
        .filter(each -> !each.isSynthetic() && !Modifier.isStatic(each.getModifiers()))
        .toList();
  }

  @Test
  void changeLeavesTheOriginalAsItIs() {
    InformerOptions changed = CHANGED.with(options -> options.queueCapacity(8));

    assertThat(changed.queueCapacity).isEqualTo(8);
    assertThat(CHANGED.queueCapacity).isEqualTo(7);
  }

  @Test
  void rejectsNegativeNumberAndAgeOfOwnWrites() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CHANGED.with(options -> options.ownWrites(-1, Duration.ZERO)))
        .withMessage("ownWrites: -1 for PT0S (expected: 0 or more)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CHANGED.with(options -> options.ownWrites(0, Duration.ofSeconds(-1))))
        .withMessage("ownWrites: 0 for PT-1S (expected: 0 or more)");
  }
}
