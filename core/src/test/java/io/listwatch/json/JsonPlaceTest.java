package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonPlaceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "?                                   | ``",
        "{\"a\":?}                           | a",
        "{\"a\":{\"b\":?}}                   | a.b",
        "{\"a\":[1,[2,?]]}                   | a[1][1]",
        "[{\"a\":1},{\"b\":\"x\",\"c\":?}]   | [1].c",
        "{\"a\":\"b\",\"c\":{},\"d\":[],\"e\":?} | e",
        "{\"a\":\"x\\\"}\",\"b\":?}          | b",
        "{\"a\":\"[{,\",\"b\":?}             | b",
        "{\"a\":{\"example.com/x\":?}}       | a['example.com/x']",
        "{\"a\":{\"\":\"value\",\"\":?}}     | a['']",
        "{\"\":\"value\"?}                   | ['']",
      })
  void isThePathOfTheFailedValue(String json, String place) {
    assertThat(place(json)).isEqualTo(place);
  }

  @Test
  void truncatesALongName() {
    assertThat(place("{\"" + "n".repeat(10_000) + "\":?}")).isEqualTo("n".repeat(64));
  }

  @Test
  void omitsTheMiddleOfADeepPath() {
    var json = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      json.append("{\"m").append(i).append("\":");
    }

    assertThat(place(json + "?"))
        .startsWith("m0.m1.m2.m3.m4.m5.m6.m7.…")
        .endsWith("….m92.m93.m94.m95.m96.m97.m98.m99");
  }

  private static String place(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return catchThrowableOfType(JsonException.class, () -> new JsonCursor(bytes).skip()).place();
  }
}
