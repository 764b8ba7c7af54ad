package io.listwatch.bench;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.limits.LimitRange;
import io.listwatch.objects.podsecurity.PodSecurityLevel;
import io.listwatch.objects.podsecurity.PodSecurityStandard;
import io.listwatch.objects.podsecurity.PodSecurityVersion;
import io.listwatch.objects.podsecurity.PodSecurityViolations;
import io.listwatch.objects.quota.QuotaCheck;
import io.listwatch.objects.quota.QuotaEvaluator;
import io.listwatch.objects.quota.QuotaExceededException;
import io.listwatch.objects.quota.QuotaState;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The time that LimitRanger, PodSecurity and ResourceQuota need for one pod of two containers,
 * without the update of the quota's status.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AdmissionBenchmark {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final JsonObject pod =
      (JsonObject)
          JsonTrees.read(
              """
              {"metadata":{"name":"web-0","labels":{"app":"web"}},
               "spec":{"securityContext":{"runAsNonRoot":true,"seccompProfile":{"type":"RuntimeDefault"}},
                "volumes":[{"name":"data","emptyDir":{}},{"name":"conf","configMap":{"name":"conf"}}],
                "containers":[
                 {"name":"main","image":"registry.test/app:1",
                  "resources":{"requests":{"cpu":"100m","memory":"128Mi"},
                               "limits":{"cpu":"500m","memory":"256Mi"}},
                  "securityContext":{"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]}}},
                 {"name":"side","image":"registry.test/side:1",
                  "resources":{"requests":{"cpu":"10m","memory":"16Mi"},
                               "limits":{"cpu":"50m","memory":"32Mi"}},
                  "securityContext":{"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]}}}]}}
              """);

  private final LimitRange limits =
      LimitRange.of(
          JsonTrees.read(
              """
              {"spec":{"limits":[{"type":"Container",
                "default":{"cpu":"500m","memory":"256Mi"},"defaultRequest":{"cpu":"100m"},
                "min":{"cpu":"1m"},"max":{"cpu":"1","memory":"1Gi"},"maxLimitRequestRatio":{"cpu":"10"}}]}}
              """));

  private final List<QuotaState> quotas =
      List.of(
          QuotaState.of(
              JsonTrees.read(
                  """
                  {"metadata":{"name":"q"},"status":{
                    "hard":{"pods":"1000","requests.cpu":"100","limits.memory":"100Gi"},
                    "used":{"pods":"10","requests.cpu":"1","limits.memory":"1Gi"}}}
                  """)));

  private final PodSecurityStandard restricted =
      new PodSecurityStandard(PodSecurityLevel.RESTRICTED, PodSecurityVersion.LATEST);
  private final QuotaEvaluator evaluator = QuotaEvaluator.of("pods");

  @Benchmark
  public String limitRanger() {
    limits.setDefaults(pod);
    return limits.violation("pods", pod);
  }

  @Benchmark
  public PodSecurityViolations podSecurity() {
    return restricted.evaluate(pod.path("metadata"), pod.path("spec"));
  }

  @Benchmark
  public List<QuotaState> resourceQuota() throws QuotaExceededException {
    return new QuotaCheck("pods", "", pod, null, evaluator, List.of(), NOW).run(quotas);
  }

  /** Runs all plug-ins for a pod, one after another. */
  @Benchmark
  public List<QuotaState> together() throws QuotaExceededException {
    if (!limitRanger().isEmpty() || !podSecurity().isEmpty()) {
      throw new IllegalStateException("the pod is rejected");
    }
    return resourceQuota();
  }
}
