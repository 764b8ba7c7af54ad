package io.listwatch.server.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class SerialTaskTest {
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private final SerialTask task = new SerialTask(new Workers(queue::add), this::run);
  private Runnable duringRun = () -> {};
  private int runs;

  private void run() {
    runs++;
    Runnable now = duringRun;
    duringRun = () -> {};
    now.run();
  }

  @Test
  void runsOnceForSeveralRequests() {
    task.request();
    task.request();

    queue.remove().run();

    assertThat(runs).isEqualTo(1);
    assertThat(queue).isEmpty();
  }

  @Test
  void runsAgainForRequestDuringRun() {
    duringRun = task::request;
    task.request();

    queue.remove().run();

    assertThat(runs).isEqualTo(2);
  }

  /** After an error, later requests once did nothing. */
  @Test
  void runsAfterAnError() {
    duringRun =
        () -> {
          throw new StackOverflowError("too deep");
        };
    task.request();
    assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> queue.remove().run());

    task.request();
    queue.remove().run();

    assertThat(runs).isEqualTo(2);
  }

  @Test
  void runsForRequestDuringRunThatFails() {
    duringRun =
        () -> {
          task.request();
          throw new StackOverflowError("too deep");
        };
    task.request();
    assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> queue.remove().run());

    queue.remove().run();

    assertThat(runs).isEqualTo(2);
    assertThat(queue).isEmpty();
  }
}
