package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnreadableObjectTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"metadata\":{\"name\":\"a\"}}                         | a",
        "{\"metadata\":{\"name\":\"a\",\"namespace\":\"n\"}}     | n/a",
        "{\"metadata\":{\"name\":\"a\",\"namespace\":\"\"}}      | a",
        "{\"metadata\":{\"name\":\"a\",\"namespace\":null}}      | a",
        "{\"x\":\"\\x\",\"metadata\":{\"y\":01,\"name\":\"a\"},  | a",
        "{\"metadata\":{\"name\":\"a\"}                          | a",
        "{\"metadata\":{\"name\":\"a\",                          | ``",
        "{\"metadata\":{\"name\":\"\"}}                          | ``",
        "{\"metadata\":{\"name\":null}}                          | ``",
        "{\"metadata\":{\"name\":1}}                             | ``",
        "{\"metadata\":{\"name\":\"a/b\"}}                       | ``",
        "{\"metadata\":[]}                                       | ``",
        "{\"spec\":{}}                                           | ``",
        "5                                                       | ``",
      })
  void knowsItsKeyIfItIsReadable(String json, String key) {
    assertThat(aside(json).key().map(ResourceKey::toString).orElse("")).isEqualTo(key);
  }

  @Test
  void doesNotKeepATooLongName() {
    assertThat(aside("{\"metadata\":{\"name\":\"" + "a".repeat(253) + "\"}}").key()).isPresent();
    assertThat(aside("{\"metadata\":{\"name\":\"" + "a".repeat(254) + "\"}}").key()).isEmpty();
  }

  @Test
  void keepsTheStartOfTheObject() {
    String json = "[\"" + "x".repeat(200_000) + "\"]";

    assertThat(aside(json).bytes())
        .hasSize(UnreadableObject.MAX_BYTES)
        .startsWith("[\"xxx".getBytes(UTF_8));
    assertThat(aside("[]").bytes()).asString(UTF_8).isEqualTo("[]");
  }

  @Test
  void keepsTheStartOfAReadableButInvalidObject() {
    String json = "{\"metadata\":{\"name\":\"a\"},\"x\":\"" + "x".repeat(200_000) + "\"}";

    var object = UnreadableObject.of(Resource.parse(json), "has no spec");

    assertThat(object.key()).contains(ResourceKey.of("a"));
    assertThat(object.bytes()).hasSize(UnreadableObject.MAX_BYTES);
    assertThat(object).hasToString("a: has no spec");
  }

  @Test
  void cannotBeChangedThroughItsBytes() {
    var object = aside("[]");

    object.bytes()[0] = 'X';

    assertThat(object.bytes()).asString(UTF_8).isEqualTo("[]");
  }

  @Test
  void printsTheProblemWithoutTheContent() {
    assertThat(aside("{\"secret\":1}")).hasToString("an object: is bad");
    assertThat(aside("{\"metadata\":{\"name\":\"a\"}}")).hasToString("a: is bad");
  }

  private static UnreadableObject aside(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return UnreadableObject.of(bytes, 0, bytes.length, "is bad");
  }
}
