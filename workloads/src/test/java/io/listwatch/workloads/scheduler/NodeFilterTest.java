package io.listwatch.workloads.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeFilterTest {
  private static final String FITS = "";

  private final NodeState east = node("east", "east", "{}");
  private final NodeState west = node("west", "west", "{}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | ``",
        "{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"1500m\"}}}]} | ``",
        "{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"3\"}}}]} | Insufficient cpu",
        "{\"initContainers\":[{\"resources\":{\"requests\":{\"memory\":\"2Gi\"}}}]} | Insufficient"
            + " memory",
        "{\"resources\":{\"requests\":{\"cpu\":\"3\"}},\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}"
            + " | Insufficient cpu",
        "{\"resources\":{\"requests\":{\"cpu\":\"1\"}},\"containers\":[{\"resources\":{\"requests\":{\"memory\":\"2Gi\"}}}]}"
            + " | Insufficient memory",
        // The sidecar runs while the second init container does, and is not there for the first.
        "{\"initContainers\":[{\"restartPolicy\":\"Always\",\"resources\":{\"requests\":"
            + "{\"cpu\":\"1\"}}},{\"resources\":{\"requests\":{\"cpu\":\"1500m\"}}}]}"
            + " | Insufficient cpu",
        "{\"initContainers\":[{\"resources\":{\"requests\":{\"cpu\":\"1500m\"}}},"
            + "{\"restartPolicy\":\"Always\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}"
            + " | ``",
        "{\"nodeSelector\":{\"zone\":\"east\"}} | ``",
        "{\"nodeSelector\":{\"zone\":\"west\"}} | node(s) didn't match Pod's node"
            + " affinity/selector",
        "{\"affinity\":{\"nodeAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":"
            + "{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"zone\",\"operator\":"
            + "\"NotIn\",\"values\":[\"east\"]}]}]}}}} | node(s) didn't match Pod's node"
            + " affinity/selector"
      })
  void checksRequestsAndSelectors(String spec, String reason) {
    assertThat(rejection(pod("p", spec), east)).isEqualTo(reason.trim());
  }

  @Test
  void checksTaints() {
    NodeState tainted =
        node(
            "tainted",
            "east",
            "{\"taints\":[{\"key\":\"gpu\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}]}");

    assertThat(rejection(pod("p", "{}"), tainted))
        .isEqualTo("node(s) had untolerated taint {gpu: yes}");
    assertThat(
            rejection(
                pod("p", "{\"tolerations\":[{\"key\":\"gpu\",\"operator\":\"Exists\"}]}"), tainted))
        .isEqualTo(FITS);
  }

  @Test
  void checksUnschedulableNodes() {
    assertThat(rejection(pod("p", "{}"), node("off", "east", "{\"unschedulable\":true}")))
        .isEqualTo("node(s) were unschedulable");
  }

  @Test
  void appliesPodAntiAffinity() {
    ApiObject shy =
        pod(
            "shy",
            "{\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":"
                + "[{\"topologyKey\":\"zone\",\"labelSelector\":{\"matchLabels\":{\"app\":\"web\"}}}]"
                + "}}}");
    east.add(PodInfo.of(shy));

    assertThat(rejection(pod("p", "{}"), east))
        .isEqualTo("node(s) didn't match pod anti-affinity rules");
    assertThat(rejection(shy, east)).isEqualTo("node(s) didn't match pod anti-affinity rules");
    assertThat(rejection(shy, west)).isEqualTo(FITS);
  }

  @Test
  void appliesPodAffinity() {
    String spec =
        "{\"affinity\":{\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":"
            + "[{\"topologyKey\":\"zone\",\"labelSelector\":{\"matchLabels\":{\"app\":\"web\"}}}]}}}";
    assertThat(rejection(pod("first", spec), west)).isEqualTo(FITS);
    ApiObject first = pod("first", spec);
    east.add(PodInfo.of(first));

    assertThat(rejection(pod("second", spec), west))
        .isEqualTo("node(s) didn't match pod affinity rules");
    assertThat(rejection(pod("second", spec), east)).isEqualTo(FITS);
  }

  @Test
  void spreadsPodsOverATopology() {
    String spec =
        "{\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"zone\",\"whenUnsatisfiable\":"
            + "\"DoNotSchedule\",\"labelSelector\":{\"matchLabels\":{\"app\":\"web\"}}}]}";
    east.add(PodInfo.of(pod("first", spec)));

    assertThat(rejection(pod("second", spec), east))
        .isEqualTo("node(s) didn't match pod topology spread constraints");
    assertThat(rejection(pod("second", spec), west)).isEqualTo(FITS);
  }

  private String rejection(ApiObject pod, NodeState node) {
    return NodeFilter.rejection(SchedulerObjects.cycle(pod, List.of(east, west)), node)
        .orElse(FITS);
  }

  private static ApiObject pod(String name, String spec) {
    return object(
        """
        {"metadata":{"name":"%s","namespace":"default","uid":"%s","labels":{"app":"web"}},"spec":%s}
        """
            .formatted(name, name, spec));
  }

  private static NodeState node(String name, String zone, String spec) {
    return new NodeState(
        object(
            """
            {"metadata":{"name":"%s","labels":{"zone":"%s"}},"spec":%s,
            "status":{"allocatable":{"cpu":"2","memory":"1Gi","pods":"3"}}}
            """
                .formatted(name, zone, spec)));
  }

  private static ApiObject object(String json) {
    try {
      return ApiObject.of((ObjectNode) new ObjectMapper().readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
