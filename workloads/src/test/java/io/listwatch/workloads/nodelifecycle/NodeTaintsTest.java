package io.listwatch.workloads.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.nodelifecycle.NodeTaints.Taint;
import io.listwatch.workloads.object.ApiObject;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeTaintsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Ready=True                      | false | true  | ''
          Ready=False                     | false | true  | not-ready:NoSchedule not-ready:NoExecute
          Ready=Unknown                   | false | true  | unreachable:NoSchedule unreachable:NoExecute
          Ready=Unknown                   | false | false | unreachable:NoSchedule
          Ready=True                      | true  | true  | unschedulable:NoSchedule
          Ready=True DiskPressure=True    | false | true  | disk-pressure:NoSchedule
          Ready=True DiskPressure=False   | false | true  | ''
          Ready=True NetworkUnavailable=True | true | true | network-unavailable:NoSchedule unschedulable:NoSchedule
          ''                              | false | true  | ''
          """)
  void taintsFollowFromConditions(
      String conditions, boolean unschedulable, boolean evicting, String expected) {
    List<String> taints =
        NodeTaints.wanted(node(conditions, unschedulable), evicting).stream()
            .map(taint -> taint.key().replace("node.kubernetes.io/", "") + ":" + taint.effect())
            .toList();

    assertThat(String.join(" ", taints)).isEqualTo(expected);
  }

  @Property
  void wantedTaintsAreManaged(
      @ForAll boolean ready, @ForAll boolean pressure, @ForAll boolean off, @ForAll boolean evict) {
    ApiObject node =
        node(
            "Ready=%s MemoryPressure=%s"
                .formatted(ready ? "True" : "False", pressure ? "True" : "False"),
            off);

    assertThat(NodeTaints.wanted(node, evict)).allMatch(NodeTaints::managed);
  }

  @ParameterizedTest
  @CsvSource({
    "gpu, NoSchedule, false",
    "node.kubernetes.io/not-ready, NoExecute, true",
    "node.kubernetes.io/not-ready, PreferNoSchedule, false",
    "node.kubernetes.io/disk-pressure, NoExecute, false",
    "node.kubernetes.io/out-of-service, NoExecute, false"
  })
  void otherTaintsBelongToUsers(String key, String effect, boolean managed) {
    assertThat(NodeTaints.managed(new Taint(key, effect))).isEqualTo(managed);
  }

  private static ApiObject node(String conditions, boolean unschedulable) {
    return ControllerFixture.object("{\"metadata\":{\"name\":\"n\"},\"spec\":{},\"status\":{}}")
        .edited(
            json -> {
              json.withObject("/spec").put("unschedulable", unschedulable);
              var list = json.withObject("/status").putArray("conditions");
              for (String each : conditions.split(" ", -1)) {
                if (!each.isEmpty()) {
                  String[] parts = each.split("=", -1);
                  list.addObject().put("type", parts[0]).put("status", parts[1]);
                }
              }
            });
  }
}
