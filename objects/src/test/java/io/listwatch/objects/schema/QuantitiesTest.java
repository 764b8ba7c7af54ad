package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "00, 0",
    "0.0, 0",
    "0m, 0",
    "0Ki, 0",
    "-0, 0",
    "1, 1",
    "1000m, 1",
    "1500m, 1500m",
    "0.5, 500m",
    ".5, 500m",
    "1.5, 1500m",
    "100m, 100m",
    "0.1m, 100u",
    "0.001, 1m",
    "1000, 1k",
    "1024, 1024",
    "1000k, 1M",
    "1000000, 1M",
    "1024Mi, 1Gi",
    "1023Mi, 1023Mi",
    "100Mi, 100Mi",
    "512Ki, 512Ki",
    "8Ki, 8Ki",
    "128Mi, 128Mi",
    "+128Mi, 128Mi",
    "0128Mi, 128Mi",
    "-128Mi, -128Mi",
    "512Pi, 512Pi",
    "512Ei, 9223372036854775807",
    "1.5Gi, 1536Mi",
    "0.5Ki, 512",
    "1Ki, 1Ki",
    "1Ei, 1Ei",
    "16Ei, 9223372036854775807",
    "1.0001Ki, 1024102400u",
    "1e3, 1e3",
    "10e2, 1e3",
    "1E3, 1E3",
    "12e-3, 12e-3",
    "1e-10, 1e-9",
    "0.1n, 1n",
    "1n, 1n",
    "123456789012345678901, 123456789012345678901",
    "-1000m, -1",
    "-1.5Gi, -1536Mi",
    "1.10, 1100m",
    "3E, 3E"
  })
  void normalizesLikeKubeApiserver(String sent, String spelled) {
    assertThat(Quantities.canonical(sent)).isEqualTo(spelled);
  }

  @ParameterizedTest
  @CsvSource({"+5, +5", "0100m, 0100m", "5., 5."})
  void keepsStringsThatKubeApiserverKeeps(String sent, String spelled) {
    assertThat(Quantities.canonical(sent)).isEqualTo(spelled);
  }

  @ParameterizedTest
  @CsvSource({"abc", "1x", "1mi", "Ki", "+", "1e99999999999", "1e-2000000", "1 Gi", "''"})
  void keepsMalformedStrings(String sent) {
    assertThat(Quantities.canonical(sent)).isEqualTo(sent);
  }
}
