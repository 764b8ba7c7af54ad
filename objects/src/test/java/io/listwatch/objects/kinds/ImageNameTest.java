package io.listwatch.objects.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ImageNameTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nginx",
        "nginx:latest",
        "library/nginx",
        "a__b/c-d.e",
        "localhost/x",
        "localhost:5000/x",
        "r.example:5000/a/b:latest",
        "UPPER/x",
        "[fd00::1]:5000/x"
      })
  void imageWithoutTagIsLatest(String image) {
    assertThat(ImageName.isLatest(image)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nginx:1.2",
        "nginx:",
        "nginx@sha256:0000",
        "r.example:5000/a:latest@sha256:0000",
        "UPPER",
        "a b",
        "/x",
        "-1",
        "a//b",
        "a._b",
        "x/UPPER",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
      })
  void otherTagsAndMalformedNamesAreNotLatest(String image) {
    assertThat(ImageName.isLatest(image)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {238, 300, 1_000_000})
  void limitsTheLengthOfNames(int length) {
    assertThat(ImageName.isLatest("x".repeat(237))).isTrue();
    assertThat(ImageName.isLatest("x".repeat(length))).isFalse();
  }

  @Test
  void limitsTheLengthOfHosts() {
    assertThat(ImageName.isLatest("a.".repeat(500_000) + "a/x")).isFalse();
  }
}
