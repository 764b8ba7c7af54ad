package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPathTest {
  private static final String POD =
      """
      {
        "metadata": {"annotations": {"example.com/owner": "ops", "plain": ""}},
        "spec": {
          "replicas": 3,
          "paused": false,
          "nothing": null,
          "containers": [{"image": "a:1"}, {"name": "no image"}, {"image": "b:2"}]
        }
      }
      """;

  @Test
  void findsAMember() {
    assertThat(text("spec.replicas", POD)).isEqualTo("3");
    assertThat(text("spec.paused", POD)).isEqualTo("false");
    assertThat(text("metadata.annotations.plain", POD)).isEmpty();
  }

  @Test
  void findsAMemberWhoseNameHasDots() {
    assertThat(text("metadata.annotations['example.com/owner']", POD)).isEqualTo("ops");
    assertThat(text("['spec']['replicas']", POD)).isEqualTo("3");
  }

  @Test
  void findsAnElementByItsIndex() {
    assertThat(text("spec.containers[2].image", POD)).isEqualTo("b:2");
    assertThat(text("spec.containers[3].image", POD)).isNull();
    assertThat(text("[1][0]", "[[1],[2]]")).isEqualTo("2");
  }

  @Test
  void findsAllElements() {
    assertThat(texts("spec.containers[*].image", POD)).containsExactly("a:1", "b:2");
    assertThat(text("spec.containers[*].image", POD)).isEqualTo("b:2");
    assertThat(texts("[*][*]", "[[1,2],3,[4]]")).containsExactly("1", "2", "4");
  }

  @Test
  void returnsObjectsAndArraysAsJson() {
    assertThat(text("spec.containers[0]", POD)).isEqualTo("{\"image\": \"a:1\"}");
  }

  @Test
  void findsNothingAtAnAbsentPath() {
    assertThat(text("spec.nothing", POD)).isNull();
    assertThat(text("spec.missing", POD)).isNull();
    assertThat(text("spec.replicas.deeper", POD)).isNull();
    assertThat(text("spec[0]", POD)).isNull();
    assertThat(text("spec.containers.image", POD)).isNull();
  }

  @Test
  void findsAMemberByItsEscapedName() {
    assertThat(text("metadata.name", "{\"meta\\u0064ata\":{\"n\\u0061me\":\"x\"}}")).isEqualTo("x");
  }

  /**
   * The path once collected values from every occurrence, so it found values that decoders never
   * see.
   */
  @Test
  void usesTheLastOccurrenceOfADuplicateMember() {
    assertThat(texts("a.b", "{\"a\":{\"b\":1},\"a\":{\"b\":2}}")).containsExactly("2");
    assertThat(texts("a.b", "{\"a\":{\"b\":1},\"a\":{}}")).isEmpty();
    assertThat(texts("a.b", "{\"a\":{\"b\":1,\"b\":null}}")).isEmpty();
    assertThat(texts("[*].b", "[{\"b\":1,\"b\":2},{\"b\":3}]")).containsExactly("2", "3");
  }

  @Test
  void readsARangeOfAByteArray() {
    byte[] bytes = "xx{\"a\":\"b\"}xx".getBytes(UTF_8);

    assertThat(JsonPath.of("a").text(bytes, 2, bytes.length - 2)).isEqualTo("b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        ".a",
        "a.",
        "a..b",
        "a[",
        "a[]",
        "a[x]",
        "a[-1]",
        "a['b]",
        "a[0]b",
        "['a']b",
        "a]",
        "a[12345678901]",
        "a.[0]"
      })
  void rejectsMalformedPaths(String text) {
    assertThatThrownBy(() -> JsonPath.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("path: " + text + " (expected: ");
  }

  @Test
  void isEqualToAPathWithTheSameString() {
    assertThat(JsonPath.of("a.b"))
        .isEqualTo(JsonPath.of("a.b"))
        .hasSameHashCodeAs(JsonPath.of("a.b"))
        .isNotEqualTo(JsonPath.of("a.c"))
        .hasToString("a.b");
  }

  private static @Nullable String text(String path, String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return JsonPath.of(path).text(bytes, 0, bytes.length);
  }

  private static List<String> texts(String path, String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return JsonPath.of(path).texts(bytes, 0, bytes.length);
  }
}
