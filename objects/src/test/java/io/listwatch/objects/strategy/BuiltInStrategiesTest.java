package io.listwatch.objects.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.kinds.ResourceRows;
import org.junit.jupiter.api.Test;

final class BuiltInStrategiesTest {
  @Test
  void everyStrategyIsOfABuiltInResource() {
    assertThat(ResourceRows.load())
        .extracting(each -> each.type().toString())
        .containsAll(BuiltInStrategies.resources());
  }
}
