package io.listwatch.server.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected values are kube-apiserver 1.36.4's for the same headers. */
final class ContentTypeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"utf-8\"",
        "application/json;",
        " application/json ; a=b ; ",
        "application/json; a=b; a=b",
      })
  void readsMediaType(String header) {
    assertThat(ContentType.mediaType(header)).isEqualTo("application/json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json; =",
        "application/json; a",
        "application/json; charset",
        "application/json,text/plain",
        "application/json; a=b; a=c",
        "application/json; a=\"b",
        "application/",
        "a/b/c",
        "foo",
        ";",
        "\"",
      })
  void malformedHeaderIsNoMediaType(String header) {
    assertThat(ContentType.mediaType(header)).isEqualTo(header);
  }

  @Test
  void absentHeaderIsEmpty() {
    assertThat(ContentType.mediaType("")).isEmpty();
  }
}
