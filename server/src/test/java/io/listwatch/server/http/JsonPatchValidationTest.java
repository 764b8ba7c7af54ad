package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Field validation of the operations of a JSON patch. */
final class JsonPatchValidationTest {
  private static final String PATCH =
      "[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"k\":\"v\"},\"foo\":1,\"op\":\"add\"}]";

  private static final String UNKNOWN = "json patch unknown field \"[0].foo\"";
  private static final String DUPLICATE = "json patch duplicate field \"[0].op\"";

  private final TestServer server = TestServer.start();

  @BeforeEach
  void create() {
    server.send("POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void warnAddsWarningsOfUnknownAndDuplicateFields() {
    HttpResponse<String> response = patch("Warn");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("warning"))
        .containsExactly(warning(UNKNOWN), warning(DUPLICATE));
  }

  private static String warning(String text) {
    return "299 - \"" + text.replace("\"", "\\\"") + "\"";
  }

  @Test
  void strictRejectsUnknownAndDuplicateFields() {
    HttpResponse<String> response = patch("Strict");

    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(json(response).path("message").asText())
        .startsWith(" \"\" is invalid: patch: Invalid value: \"{")
        .endsWith("}\": strict decoding error: " + UNKNOWN + ", " + DUPLICATE);
  }

  @Test
  void ignoreAcceptsUnknownAndDuplicateFields() {
    HttpResponse<String> response = patch("Ignore");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("warning")).isEmpty();
  }

  private HttpResponse<String> patch(String validation) {
    return server.send(
        "PATCH",
        CONFIG_MAPS + "/a?fieldValidation=" + validation,
        PATCH,
        "Content-Type",
        "application/json-patch+json");
  }
}
