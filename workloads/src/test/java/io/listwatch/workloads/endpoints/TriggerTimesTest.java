package io.listwatch.workloads.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recordings leave the time out, because changes that come together have one time or none. */
final class TriggerTimesTest {
  private static final Instant CREATED = Instant.parse("2030-01-01T00:00:00Z");
  private static final ApiObject SERVICE =
      ControllerFixture.object(
          """
          {"metadata":{"namespace":"default","name":"web",\
          "creationTimestamp":"2030-01-01T00:00:00Z"}}\
          """);

  private final TriggerTimes times = new TriggerTimes();

  @Test
  void firstTriggerTimeIsTheCreationOfTheService() {
    assertThat(times.next(SERVICE, List.of(pod("a", "00:00:09")))).contains(CREATED);
  }

  @Test
  void readinessChangeIsTheTriggerTime() {
    var first = times.next(SERVICE, List.of(pod("a", "00:00:01")));

    var second = times.next(SERVICE, List.of(pod("a", "00:00:07")));

    assertThat(first).contains(CREATED);
    assertThat(second).contains(Instant.parse("2030-01-01T00:00:07Z"));
  }

  @Test
  void earliestOfSeveralChangesIsTheTriggerTime() {
    var first = times.next(SERVICE, List.of());

    var second = times.next(SERVICE, List.of(pod("a", "00:00:07"), pod("b", "00:00:05")));

    assertThat(first).contains(CREATED);
    assertThat(second).contains(Instant.parse("2030-01-01T00:00:05Z"));
  }

  @Test
  void otherChangesHaveNoTriggerTime() {
    var first = times.next(SERVICE, List.of(pod("a", "00:00:01")));

    var second = times.next(SERVICE, List.of(pod("a", "00:00:01")));

    assertThat(first).contains(CREATED);
    assertThat(second).isEmpty();
  }

  @Test
  void removedServiceStartsAgain() {
    var first = times.next(SERVICE, List.of());
    times.forget(SERVICE.key());

    assertThat(first).isEqualTo(times.next(SERVICE, List.of()));
  }

  private static ApiObject pod(String name, String readySince) {
    return ControllerFixture.object(
        """
        {"metadata":{"namespace":"default","name":"%s"},"status":{"conditions":[\
        {"type":"Ready","status":"True","lastTransitionTime":"2030-01-01T%sZ"}]}}\
        """
            .formatted(name, readySince));
  }
}
