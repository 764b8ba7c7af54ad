package io.listwatch.server.registry.delete;

import static io.listwatch.server.registry.delete.DeletionFixture.finalizers;
import static io.listwatch.server.registry.delete.DeletionFixture.namespaced;
import static io.listwatch.server.registry.delete.DeletionFixture.stored;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.resource.Transition.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The grace period of a pod's deletion, one step at a time. */
final class PodGraceTest {
  private final DeletionFixture fixture = new DeletionFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private Outcome deletePod(String metadata, DeleteOptions options) {
    Resource pod = pod(metadata);
    return await(fixture.transition(fixture.kind("", "pods"), pod, options).next(pod));
  }

  /** Returns a running pod with a grace period of 30 seconds. */
  private static Resource pod(String metadata) {
    return namespaced(
        "v1",
        "Pod",
        metadata,
        "'spec':{'nodeName':'n','terminationGracePeriodSeconds':30},'status':{'phase':'Running'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // requested | grace | deletionTimestamp
        " | 30 | 2024-08-24T08:06:22Z",
        "5 | 5 | 2024-08-24T08:05:57Z",
        "60 | 60 | 2024-08-24T08:06:52Z",
        "0 | 0 | 2024-08-24T08:05:52Z",
        "-1 | 1 | 2024-08-24T08:05:53Z",
        "-30 | 1 | 2024-08-24T08:05:53Z",
      })
  void runningPodIsTerminatingForItsGracePeriod(@Nullable Long asked, long grace, String time) {
    var options = new DeleteOptions(asked, null, null, null, null, false);

    JsonValue metadata = stored(deletePod(",'generation':1", options)).path("metadata");

    assertThat(metadata.path("deletionGracePeriodSeconds").asLong()).isEqualTo(grace);
    assertThat(metadata.path("deletionTimestamp").asText()).isEqualTo(time);
    assertThat(metadata.path("generation").asLong()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // requested | grace | deletionTimestamp; the pod had 30 s, of which 10 s have passed
        " | 30 | ",
        "30 | 30 | ",
        "29 | 29 | 2024-08-24T08:06:11Z",
        "20 | 20 | 2024-08-24T08:06:02Z",
        "5 | 5 | 2024-08-24T08:05:52Z",
        "0 | 0 | 2024-08-24T08:05:52Z",
      })
  void gracePeriodOfATerminatingPodOnlyBecomesShorter(
      @Nullable Long asked, long grace, @Nullable String time) {
    String terminating =
        ",'generation':2,'deletionGracePeriodSeconds':30,'deletionTimestamp':'2024-08-24T08:06:12Z'";

    Outcome outcome =
        deletePod(terminating, new DeleteOptions(asked, null, null, null, null, false));

    if (time == null) {
      assertThat(outcome).isEqualTo(new Outcome.NoWrite(pod(terminating)));
    } else {
      JsonValue metadata = stored(outcome).path("metadata");
      assertThat(metadata.path("deletionGracePeriodSeconds").asLong(-1)).isEqualTo(grace);
      assertThat(metadata.path("deletionTimestamp").asText()).isEqualTo(time);
      assertThat(metadata.path("generation").asLong()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0 | | true", "0 | x/y | false", "5 | | false"})
  void podWithoutGracePeriodAndFinalizersIsRemovedBySecondWrite(
      long grace, @Nullable String finalizer, boolean removed) {
    Resource pod = pod(finalizers(finalizer));
    DeleteTransition deletion =
        fixture.transition(fixture.kind("", "pods"), pod, ObjectsUnderTest.grace(grace));

    stored(await(deletion.next(pod)));

    assertThat(deletion.toBeRemoved()).isEqualTo(removed);
    assertThat(deletion.removed(pod)).isEqualTo(new DeleteResult(pod, removed, true));
  }

  @Test
  void terminatingPodWithoutGracePeriodIsDeletedLikeAnyObject() {
    assertThat(deletePod(",'deletionTimestamp':'2024-08-24T08:00:00Z'", DeleteOptions.NONE))
        .isInstanceOf(Outcome.Delete.class);
  }
}
