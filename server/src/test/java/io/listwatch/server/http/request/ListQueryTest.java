package io.listwatch.server.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ListQueryTest {
  private static final ResourceDefinition PODS =
      new ResourceRegistry(BuiltInResources.load()).find("", "v1", "pods").orElseThrow();

  private static Optional<Duration> timeout(String query) {
    return ListQuery.of(QueryParameters.parse("watch=1" + query), PODS).timeout();
  }

  /** kube-apiserver takes any number, so that a watch may last for years. */
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "86400, 86400",
    "86401, 86400",
    "3000000000, 86400",
    "9223372036854775807, 86400",
    "-1, -1",
    "-9223372036854775808, -1"
  })
  void watchLastsADayAtMost(String seconds, long expected) {
    assertThat(timeout("&timeoutSeconds=" + seconds)).contains(Duration.ofSeconds(expected));
  }

  @Test
  void serverChoosesTheTimeoutOfAWatchWithoutOne() {
    assertThat(timeout("")).isEmpty();
    assertThat(timeout("&timeoutSeconds=0")).isEmpty();
  }
}
