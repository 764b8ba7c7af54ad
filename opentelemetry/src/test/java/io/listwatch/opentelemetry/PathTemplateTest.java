package io.listwatch.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PathTemplateTest {
  @ParameterizedTest
  @CsvSource({
    "/api/v1/pods, /api/v1/pods",
    "/api/v1/nodes/n, /api/v1/nodes/{name}",
    "/api/v1/namespaces, /api/v1/namespaces",
    "/api/v1/namespaces/a, /api/v1/namespaces/{name}",
    "/api/v1/namespaces/a/finalize, /api/v1/namespaces/{name}/finalize",
    "/api/v1/namespaces/a/pods, /api/v1/namespaces/{namespace}/pods",
    "/api/v1/namespaces/a/pods/p/log, /api/v1/namespaces/{namespace}/pods/{name}/log",
    "/api/v1/nodes/n/proxy/a/b, /api/v1/nodes/{name}/proxy/{path}",
    "/apis/apps/v1/namespaces/a/deployments/d,"
        + " /apis/apps/v1/namespaces/{namespace}/deployments/{name}",
    "/k8s/clusters/c/apis/apps/v1/deployments, /apis/apps/v1/deployments",
  })
  void namesAndNamespacesArePlaceholders(String path, String template) {
    assertThat(PathTemplate.of(path)).isEqualTo(template);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/version", "/api", "/api/v1", "/apis/apps", "/apis/apps/v1"})
  void otherPathsHaveNoTemplate(String path) {
    assertThat(PathTemplate.of(path)).isNull();
  }
}
