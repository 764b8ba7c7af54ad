package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1.0, 1",
    "4.50, 4.5",
    "1e3, 1000",
    "-0.0, 0",
    "1e21, 1e+21",
    "1e20, 100000000000000000000",
    "123456789e15, 1.23456789e+23",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "1.5e-9, 1.5e-9",
    "2e-3, 0.002",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854776000",
    "0.1, 0.1",
    "3.141592653589793, 3.141592653589793",
    "5e-324, 5e-324"
  })
  void formatsNumbersLikeGo(String sent, String spelled) {
    JsonObject object = (JsonObject) JsonTrees.read("{\"n\":%s}".formatted(sent));

    assertThat(new String(new SortedForm().encode(object), StandardCharsets.UTF_8))
        .isEqualTo("{\"n\":%s}".formatted(spelled));
  }
}
