package io.listwatch.server.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class QueryParametersTest {
  @Test
  void ignoresQueryWithTooManyParameters() {
    String most = "a=b&".repeat(QueryParameters.MAX_PARAMETERS - 1) + "limit=5";

    assertThat(QueryParameters.parse(most).text("limit")).isEqualTo("5");
    assertThat(QueryParameters.parse(most + "&x").has("limit")).isFalse();
  }
}
