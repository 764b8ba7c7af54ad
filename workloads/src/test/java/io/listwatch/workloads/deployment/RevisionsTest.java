package io.listwatch.workloads.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class RevisionsTest {
  @Property
  void nextRevisionIsAfterAllOthers(@ForAll @Size(max = 5) List<@IntRange(max = 99) Integer> old) {
    List<ApiObject> sets = old.stream().map(each -> set(Integer.toString(each), "")).toList();

    assertThat(Revisions.next(sets))
        .isEqualTo(1 + old.stream().mapToInt(Integer::intValue).max().orElse(0));
  }

  @Test
  void setWithoutANumberHasRevisionZero() {
    assertThat(Revisions.of(set("", ""))).isZero();
    assertThat(Revisions.of(set("two", ""))).isZero();
    assertThat(Revisions.of(set("9999999999999999999", ""))).isZero();
  }

  @Test
  void newSetGetsRevisionAndAnnotationsOfTheDeployment() {
    ApiObject annotated = Revisions.annotated(set("", ""), deployment(), 3);

    assertThat(annotated.annotations())
        .containsEntry(Revisions.REVISION, "3")
        .containsEntry("kubernetes.io/change-cause", "because")
        .doesNotContainKeys(
            "kubectl.kubernetes.io/last-applied-configuration", Revisions.REVISION_HISTORY);
  }

  @Test
  void setThatIsRolledBackToKeepsItsEarlierRevisions() {
    ApiObject annotated = Revisions.annotated(set("4", "1,2"), deployment(), 7);

    assertThat(annotated.annotations())
        .containsEntry(Revisions.REVISION, "7")
        .containsEntry(Revisions.REVISION_HISTORY, "1,2,4");
    assertThat(Revisions.annotated(annotated, deployment(), 5).annotations())
        .as("a revision never goes back")
        .containsEntry(Revisions.REVISION, "7");
  }

  @Test
  void longHistoryLosesItsOldestRevisions() {
    String history =
        IntStream.range(1000, 1400).mapToObj(Integer::toString).collect(Collectors.joining(","));

    String kept =
        Revisions.annotated(set("1400", history), deployment(), 1401)
            .annotation(Revisions.REVISION_HISTORY)
            .orElseThrow();

    assertThat(kept).hasSizeLessThanOrEqualTo(2000).startsWith("1001,").endsWith(",1400");
  }

  @Test
  void scaledSetIsAnnotatedWithTheBounds() {
    ApiObject scaled = Revisions.scaled(set("1", ""), 5, new Fenceposts(8, 2, 1));

    assertThat(scaled.spec().path("replicas").asInt()).isEqualTo(5);
    assertThat(scaled.annotations())
        .containsEntry(Revisions.DESIRED_REPLICAS, "8")
        .containsEntry(Revisions.MAX_REPLICAS, "10");
  }

  private static ApiObject deployment() {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"web","annotations":{"kubernetes.io/change-cause":"because",
        "kubectl.kubernetes.io/last-applied-configuration":"{}",
        "deployment.kubernetes.io/revision":"2"}}}
        """);
  }

  private static ApiObject set(String revision, String history) {
    return ControllerFixture.object("{\"metadata\":{\"name\":\"web-1\"},\"spec\":{}}")
        .edited(
            json -> {
              if (!revision.isEmpty()) {
                json.withObject("/metadata/annotations").put(Revisions.REVISION, revision);
              }
              if (!history.isEmpty()) {
                json.withObject("/metadata/annotations").put(Revisions.REVISION_HISTORY, history);
              }
            });
  }
}
