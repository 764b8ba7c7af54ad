package io.listwatch.workloads.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EvictionTimeTest {
  private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");

  /** Taints are key:effect, tolerations key or key=seconds; the result is in seconds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                          | ''              | never
          a:NoSchedule                | ''              | never
          a:NoExecute                 | ''              | 0
          a:NoExecute                 | b               | 0
          a:NoExecute                 | a               | never
          a:NoExecute                 | a=300           | 300
          a:NoExecute                 | a=-5            | 0
          a:NoExecute b:NoExecute     | a=300 b=60      | 60
          a:NoExecute b:NoExecute     | a=300 b         | 300
          a:NoExecute b:NoExecute     | a=300           | 0
          a:NoExecute b:NoSchedule    | a=300           | 300
          a:NoExecute                 | a=300 a=60      | 300
          """)
  void shortestTolerationDecides(String taints, String tolerations, String expected) {
    var found = EvictionTime.of(pod(tolerations), node(taints), SINCE);

    assertThat(
            found.map(at -> Long.toString(Duration.between(SINCE, at).toSeconds())).orElse("never"))
        .isEqualTo(expected);
  }

  private static ApiObject node(String taints) {
    return ControllerFixture.object("{\"metadata\":{\"name\":\"n\"},\"spec\":{}}")
        .edited(
            json -> {
              var list = json.withObject("/spec").putArray("taints");
              for (String each : taints.split(" ", -1)) {
                if (!each.isEmpty()) {
                  String[] parts = each.split(":", -1);
                  list.addObject().put("key", parts[0]).put("effect", parts[1]);
                }
              }
            });
  }

  private static ApiObject pod(String tolerations) {
    return ControllerFixture.object("{\"metadata\":{\"name\":\"p\"},\"spec\":{}}")
        .edited(
            json -> {
              var list = json.withObject("/spec").putArray("tolerations");
              for (String each : tolerations.split(" ", -1)) {
                if (!each.isEmpty()) {
                  String[] parts = each.split("=", -1);
                  var one = list.addObject().put("key", parts[0]).put("operator", "Exists");
                  if (parts.length > 1) {
                    one.put("tolerationSeconds", Long.parseLong(parts[1]));
                  }
                }
              }
            });
  }
}
