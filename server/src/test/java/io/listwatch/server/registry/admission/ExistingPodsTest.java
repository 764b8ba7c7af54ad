package io.listwatch.server.registry.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.podsecurity.PodSecurityLevel;
import io.listwatch.objects.podsecurity.PodSecurityStandard;
import io.listwatch.objects.podsecurity.PodSecurityVersion;
import io.listwatch.time.ManualTimers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ExistingPodsTest {
  private static final PodSecurityStandard BASELINE =
      new PodSecurityStandard(PodSecurityLevel.BASELINE, PodSecurityVersion.LATEST);

  private final ExistingPods pods = new ExistingPods(new ManualTimers(), Set.of("gvisor"));

  @Test
  void namesFirstPodOfEachReason() {
    List<String> warnings =
        pods.warnings(
            "web",
            List.of(
                pod("c", "\"hostPID\":true"),
                pod("a", "\"hostNetwork\":true"),
                pod("b", "\"hostIPC\":true"),
                pod("d", "\"volumes\":[{\"name\":\"v\",\"hostPath\":{\"path\":\"/\"}}]"),
                pod("e", ""),
                pod("f", "\"hostPID\":true,\"runtimeClassName\":\"gvisor\"")),
            BASELINE);

    assertThat(warnings)
        .containsExactly(
            "existing pods in namespace \"web\" violate the new PodSecurity enforce level"
                + " \"baseline:latest\"",
            "a (and 2 other pods): host namespaces",
            "d: hostPath volumes");
  }

  @Test
  void checksAtMost3000Pods() {
    List<Resource> many = IntStream.range(0, 3001).mapToObj(i -> pod("p-" + i, "")).toList();

    assertThat(pods.warnings("web", many, BASELINE))
        .containsExactly(
            "new PodSecurity enforce level only checked against the first 3000 of 3001 existing"
                + " pods");
  }

  private static Resource pod(String name, String spec) {
    return Resource.parse(
        """
        {"apiVersion":"v1","kind":"Pod",
         "metadata":{"name":"%s","namespace":"web","resourceVersion":"1"},"spec":{%s}}
        """
            .formatted(name, spec)
            .getBytes(StandardCharsets.UTF_8));
  }
}
