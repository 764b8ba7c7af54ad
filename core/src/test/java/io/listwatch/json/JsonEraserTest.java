package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonEraserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a          | {\"a\":1}                             | {}",
        "a          | {\"a\":1,\"b\":2}                     | {\"b\":2}",
        "b          | {\"a\":1,\"b\":2}                     | {\"a\":1}",
        "b          | {\"a\":1,\"b\":2,\"c\":3}             | {\"a\":1,\"c\":3}",
        "a          | {\"b\":2}                             | {\"b\":2}",
        "a          | {}                                    | {}",
        "a          | [{\"a\":1}]                           | [{\"a\":1}]",
        "a          | {\"a\":1,\"a\":2}                     | {}",
        "a          | {\"a\":1,\"a\":2,\"b\":3,\"a\":4}     | {\"b\":3}",
        "a          | {\"b\":0,\"a\":1,\"a\":2}             | {\"b\":0}",
        "a          | {\"\\u0061\":1,\"b\":2}               | {\"b\":2}",
        "a          | {\"b\":{\"a\":1}}                     | {\"b\":{\"a\":1}}",
        "b.a        | {\"a\":0,\"b\":{\"a\":1}}             | {\"a\":0,\"b\":{}}",
        "b.a        | {\"b\":[{\"a\":1}]}                   | {\"b\":[{\"a\":1}]}",
        "b[*].a     | {\"b\":[{\"a\":1},2,{\"a\":3,\"c\":4}]} | {\"b\":[{},2,{\"c\":4}]}",
        "b[1].a     | {\"b\":[{\"a\":1},{\"a\":3,\"c\":4}]} | {\"b\":[{\"a\":1},{\"c\":4}]}",
        "['a.b/c']  | {\"a.b/c\":1,\"d\":2}                 | {\"d\":2}",
      })
  void removesTheMembersAtAPath(String path, String json, String rest) {
    assertThat(without(path, json)).isEqualTo(rest);
  }

  @Test
  void changesNoOtherBytes() {
    String json = "\n{ \"a\" : 1 ,\t\"b\" : [ 2 ] ,\r\n \"c\" : \"\\u0041\" }\n";

    assertThat(without("b", json)).isEqualTo("\n{ \"a\" : 1  ,\r\n \"c\" : \"\\u0041\" }\n");
    assertThat(without("a", json)).isEqualTo("\n{ \"b\" : [ 2 ] ,\r\n \"c\" : \"\\u0041\" }\n");
    assertThat(without("x", json)).isEqualTo(json);
  }

  @Test
  void copiesADocumentWithoutMatches() {
    byte[] json = "{\"b\":2}".getBytes(UTF_8);

    assertThat(JsonEraser.without(JsonPath.of("a"), json, 0, json.length))
        .isEqualTo(json)
        .isNotSameAs(json);
  }

  @Test
  void readsARangeOfAByteArray() {
    byte[] bytes = "xx{\"a\":1,\"b\":2}xx".getBytes(UTF_8);

    byte[] rest = JsonEraser.without(JsonPath.of("a"), bytes, 2, bytes.length - 2);

    assertThat(rest).asString(UTF_8).isEqualTo("{\"b\":2}");
  }

  @Test
  void rejectsAPathThatDoesNotEndInAName() {
    assertThatThrownBy(() -> without("a[0]", "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("path: a[0] (expected: to end in a member's name)");
  }

  @Test
  void rejectsMalformedDocuments() {
    assertThatThrownBy(() -> without("a", "{\"a\":1")).isInstanceOf(JsonException.class);
  }

  private static String without(String path, String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return new String(JsonEraser.without(JsonPath.of(path), bytes, 0, bytes.length), UTF_8);
  }
}
