package io.listwatch.workloads.scheduler;

import static io.listwatch.workloads.scheduler.SchedulerObjects.node;
import static io.listwatch.workloads.scheduler.SchedulerObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.selector.Labels;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodAffinityTest {
  private static final Map<String, Labels> NAMESPACES =
      Map.of(
          "default", Labels.of(Map.of("team", "blue")), "shop", Labels.of(Map.of("team", "red")));

  private final NodeState east = node("east", "east", "{}");
  private final NodeState west = node("west", "west", "{}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // The other pod runs in the namespace shop.
        "`` | false",
        "`,\"namespaces\":[\"shop\"]` | true",
        "`,\"namespaces\":[\"default\"]` | false",
        "`,\"namespaceSelector\":{}` | true",
        "`,\"namespaceSelector\":{\"matchLabels\":{\"team\":\"red\"}}` | true",
        "`,\"namespaceSelector\":{\"matchLabels\":{\"team\":\"blue\"}}` | false",
        "`,\"namespaces\":[\"shop\"],\"namespaceSelector\":{\"matchLabels\":{\"team\":\"blue\"}}` |"
            + " true",
      })
  void termAppliesToTheNamespacesThatItListsAndSelects(String namespaces, boolean applies) {
    east.add(PodInfo.of(database("shop")));

    PodAffinity affinity = affinity(pod("p", "web", apart(namespaces)));

    assertThat(affinity.repels(east)).isEqualTo(applies);
    assertThat(affinity.repels(west)).isFalse();
  }

  @Test
  void termsOfARunningPodSelectTheNamespaceOfTheNewOne() {
    String red = ",\"namespaceSelector\":{\"matchLabels\":{\"team\":\"red\"}}";
    String blue = ",\"namespaceSelector\":{\"matchLabels\":{\"team\":\"blue\"}}";
    east.add(PodInfo.of(pod("shy", "web", apart(red))));
    west.add(PodInfo.of(pod("timid", "web", apart(blue))));

    PodAffinity affinity = affinity(pod("p", "db", "{}"));

    assertThat(affinity.repels(east)).isFalse();
    assertThat(affinity.repels(west)).isTrue();
  }

  @Test
  void oneRunningPodHasToMeetAllRequiredTerms() {
    east.add(PodInfo.of(pod("web", "web", "{}")));
    east.add(PodInfo.of(pod("db", "db", "{}")));
    ApiObject wanting = pod("p", "web", together("zone", "web", "db"));

    assertThat(affinity(wanting).attracts(east)).isFalse();
    assertThat(affinity(pod("p", "web", together("zone", "web"))).attracts(east)).isTrue();
  }

  @Test
  void firstPodOfAGroupStartsWhereverTheTopologyIsKnown() {
    ApiObject first = pod("p", "web", together("zone", "web"));
    ApiObject stranger = pod("p", "web", together("zone", "db"));
    ApiObject unknown = pod("p", "web", together("rack", "web"));

    assertThat(affinity(first).attracts(west)).isTrue();
    assertThat(affinity(stranger).attracts(west)).isFalse();
    assertThat(affinity(unknown).attracts(west)).isFalse();
  }

  private PodAffinity affinity(ApiObject pod) {
    return CycleState.of(
            pod, List.of(east, west), name -> NAMESPACES.getOrDefault(name, Labels.of(Map.of())))
        .podAffinity();
  }

  private static String apart(String namespaces) {
    return """
    {"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
    {"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"db"}}%s}]}}}
    """
        .formatted(namespaces);
  }

  private static String together(String key, String... apps) {
    String terms =
        String.join(
            ",",
            List.of(apps).stream()
                .map(
                    app ->
                        "{\"topologyKey\":\"%s\",\"labelSelector\":{\"matchLabels\":{\"app\":\"%s\"}}}"
                            .formatted(key, app))
                .toList());
    return "{\"affinity\":{\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[%s]}}}"
        .formatted(terms);
  }

  private static ApiObject database(String namespace) {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"db","namespace":"%s","uid":"db","labels":{"app":"db"}},"spec":{}}
        """
            .formatted(namespace));
  }
}
