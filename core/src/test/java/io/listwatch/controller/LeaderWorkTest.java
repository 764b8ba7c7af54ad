package io.listwatch.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The work of a leader lasts as long as its term. */
final class LeaderWorkTest {
  private final Leadership term = new Leadership(7, new ManualTimers(), Duration.ofSeconds(10), 0);
  private final List<String> happened = new ArrayList<>();

  @Test
  void eachTermGetsNewWork() {
    LeaderListener listener =
        LeaderListener.running(
            leadership -> {
              String made = "work " + happened.size() + " of " + leadership;
              happened.add(made);
              return () -> happened.add("end of " + made);
            });

    listener.onStartedLeading(term);
    listener.onStoppedLeading();
    listener.onStartedLeading(term);
    listener.onStoppedLeading();

    assertThat(happened)
        .containsExactly(
            "work 0 of term 7",
            "end of work 0 of term 7",
            "work 2 of term 7",
            "end of work 2 of term 7");
  }

  @Test
  void closesOnlyCreatedWorkAndOnlyOnce() {
    var failing = new boolean[1];
    LeaderListener listener =
        LeaderListener.running(
            leadership -> {
              if (failing[0]) {
                throw new IllegalStateException("not today");
              }
              return () -> happened.add("end");
            });
    listener.onStartedLeading(term);
    listener.onStoppedLeading();

    failing[0] = true;
    assertThatThrownBy(() -> listener.onStartedLeading(term)).hasMessage("not today");
    listener.onStoppedLeading();

    assertThat(happened).containsExactly("end");
  }

  @Test
  void failureToCloseIsReported() {
    LeaderListener listener =
        LeaderListener.running(
            leadership ->
                () -> {
                  throw new IOException("stuck");
                });
    listener.onStartedLeading(term);

    assertThatThrownBy(listener::onStoppedLeading).hasRootCauseMessage("stuck");
  }
}
