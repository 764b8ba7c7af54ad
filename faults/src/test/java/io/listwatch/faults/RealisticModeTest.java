package io.listwatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.http.interference.ClientRequest;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RealisticModeTest {
  private static final ResourceDefinition PODS = pods();
  private static final WatchRequest STREAMING =
      new WatchRequest(
          ResourceScope.ALL,
          LabelSelector.everything(),
          FieldSelector.everything(),
          VersionMatch.any(),
          InitialEvents.MARKED,
          true);

  private static ResourceDefinition pods() {
    return BuiltInResources.load().stream()
        .filter(each -> each.type().plural().equals("pods"))
        .findFirst()
        .orElseThrow();
  }

  private static ClientRequest request(ResourceDefinition definition, String verb, String space) {
    return new ClientRequest(verb, definition, space, null, "test", "1", QueryParameters.parse(""));
  }

  private static ClientRequest watch(String namespace) {
    return request(PODS, "watch", namespace);
  }

  private static List<Long> lengths(RealisticMode mode, String namespace) {
    return IntStream.range(0, 50).mapToObj(i -> mode.length(watch(namespace)).orElse(0)).toList();
  }

  @Test
  void sameSeedMakesSameDecisions() {
    assertThat(lengths(new RealisticMode(7), "a")).isEqualTo(lengths(new RealisticMode(7), "a"));
    assertThat(lengths(new RealisticMode(7), "a")).isNotEqualTo(lengths(new RealisticMode(8), "a"));
  }

  @Test
  void decisionsDoNotDependOnOtherClients() {
    var mode = new RealisticMode(7);
    lengths(mode, "b");

    assertThat(lengths(mode, "a")).isEqualTo(lengths(new RealisticMode(7), "a"));
  }

  @Test
  void someWatchesAreShort() {
    assertThat(lengths(new RealisticMode(7), "a"))
        .contains(0L)
        .anyMatch(each -> each > 0)
        .allMatch(each -> each <= 8);
  }

  @Test
  void neverRejectsWatchTwiceInARow() {
    var mode = new RealisticMode(7);
    int refused = 0;
    for (int i = 0; i < 200; i++) {
      if (mode.expires("status", watch("a"))) {
        refused++;
        assertThat(mode.expires("event", watch("a"))).isFalse();
        mode.accepted(watch("a"));
      }
    }
    assertThat(refused).isBetween(5, 60);
  }

  @Test
  void staleRevisionsAreAtMostTenBehind() {
    var mode = new RealisticMode(7);

    List<Long> stale =
        IntStream.range(0, 100)
            .mapToObj(i -> mode.staleRevision(Verb.LIST, watch("a"), 1_000))
            .map(revision -> revision == null ? 0 : revision)
            .toList();

    assertThat(stale).contains(0L);
    assertThat(stale.stream().filter(each -> each > 0))
        .isNotEmpty()
        .allMatch(each -> each >= 990 && each <= 1_000);
    assertThat(mode.staleRevision(Verb.LIST, watch("a"), 0)).isNull();
  }

  @Test
  void endBookmarkIsDelayedByLessThanASecond() {
    var mode = new RealisticMode(7);

    assertThat(IntStream.range(0, 50).mapToObj(i -> mode.endDelay(watch("a"), STREAMING)))
        .allMatch(each -> each.compareTo(Duration.ofSeconds(1)) < 0)
        .anyMatch(each -> !each.isZero());
  }

  @Test
  void onlyFirstReadOfCustomResourceMayBeTooEarly() {
    ResourceDefinition notes = custom();

    long tooEarly =
        LongStream.range(0, 100)
            .filter(seed -> new RealisticMode(seed).tooEarly(request(notes, "list", "a")))
            .count();

    assertThat(tooEarly).isBetween(20L, 80L);
    var mode = new RealisticMode(7);
    boolean unused = mode.tooEarly(request(notes, "watch", "a"));
    assertThat(mode.tooEarly(request(notes, "list", "b"))).isFalse();
    assertThat(LongStream.range(0, 100))
        .noneMatch(seed -> new RealisticMode(seed).tooEarly(watch("a")));
    assertThat(LongStream.range(0, 100))
        .noneMatch(seed -> new RealisticMode(seed).tooEarly(request(notes, "create", "a")));
  }

  private static ResourceDefinition custom() {
    ResourceType type = ResourceType.namespaced("example.org/v1", "Note", "notes");
    return new ResourceDefinition(
        type,
        type,
        "note",
        "NoteList",
        List.of(),
        List.of(),
        PODS.verbs(),
        List.of(),
        PODS.selectableFields(),
        PODS.columns());
  }
}
