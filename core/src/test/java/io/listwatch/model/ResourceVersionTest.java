package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceVersionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "157197390",
        "999999999999999999",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "0",
        "007",
        "-1",
        "1.5",
        "abc",
        "12a",
        " 1",
        "١٢",
        "a\"b\\c",
      })
  void printsTheOriginalString(String text) {
    assertThat(ResourceVersion.of(text)).hasToString(text).isEqualTo(ResourceVersion.of(text));
  }

  @Test
  void isUnsetIfEmpty() {
    assertThat(ResourceVersion.of("")).isEqualTo(ResourceVersion.UNSET);
    assertThat(ResourceVersion.UNSET.isUnset()).isTrue();
    assertThat(ResourceVersion.of("0").isUnset()).isFalse();
    assertThat(ResourceVersion.UNSET.comparableTo(ResourceVersion.of(1))).isFalse();
  }

  /** Versions of 19 digits once differed by how they were created. */
  @ParameterizedTest
  @ValueSource(
      longs = {1, 42, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L, Long.MAX_VALUE})
  void numberAndStringFormsAreEqual(long number) {
    assertThat(ResourceVersion.of(number))
        .isEqualTo(ResourceVersion.of(Long.toString(number)))
        .hasSameHashCodeAs(ResourceVersion.of(Long.toString(number)))
        .hasToString(Long.toString(number));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void rejectsNumbersBelowOne(long number) {
    assertThatThrownBy(() -> ResourceVersion.of(number))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version: " + number + " (expected: at least 1)");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1",
    "10, 9",
    "9223372036854775808, 9223372036854775807",
    "9223372036854775808, 1",
    "100000000000000000000, 99999999999999999999",
    "100000000000000000001, 100000000000000000000",
  })
  void comparesNumbersOfAnyLength(String newer, String older) {
    assertThat(ResourceVersion.of(newer).newerThan(ResourceVersion.of(older))).isTrue();
    assertThat(ResourceVersion.of(older).newerThan(ResourceVersion.of(newer))).isFalse();
    assertThat(ResourceVersion.of(newer).newerThan(ResourceVersion.of(newer))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "01", "-1", "+1", "1.0", "1a", "abc", "١٢"})
  void comparesOnlyDecimalVersions(String text) {
    var decimal = ResourceVersion.of(5);
    var other = ResourceVersion.of(text);

    assertThat(decimal.comparableTo(other)).isFalse();
    assertThat(other.comparableTo(decimal)).isFalse();
    assertThatThrownBy(() -> decimal.newerThan(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("versions: 5, " + text + " (expected: decimal numbers)");
  }

  @Test
  void showsItsLastDigitsOnAGauge() {
    assertThat(ResourceVersion.of(42).asGauge()).isEqualTo(42);
    assertThat(ResourceVersion.of("1000000000000000000007").asGauge()).isEqualTo(7);
    assertThat(ResourceVersion.of("abc").asGauge()).isZero();
    assertThat(ResourceVersion.UNSET.asGauge()).isZero();
  }
}
