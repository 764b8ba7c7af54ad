package io.listwatch.workloads.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1000",
    "500m, 500",
    "1.5, 1500",
    "1k, 1000000",
    "1Ki, 1024000",
    "2Gi, 2147483648000",
    "1e3, 1000000",
    "100n, 1",
    "0, 0",
    "16E, 9223372036854775807"
  })
  void returnsQuantityInThousandths(String text, long milli) {
    assertThat(Quantity.milli(text)).isEqualTo(milli);
  }
}
