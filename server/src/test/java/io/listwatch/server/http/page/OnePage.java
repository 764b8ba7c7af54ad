package io.listwatch.server.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.request.QueryParameters;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A page at {@code /hello/} and a document at {@code /debug/listwatch/greeting}. */
public final class OnePage implements WebPages {
  private static final WebFile FILE =
      new WebFile(
          "text/html; charset=utf-8",
          "<p>hello".getBytes(UTF_8),
          "\"1\"",
          Map.of("content-security-policy", "default-src 'none'"));

  private boolean closed;

  @Override
  public String root() {
    return "/hello/";
  }

  @Override
  public Optional<WebFile> file(String path) {
    return path.isEmpty() ? Optional.of(FILE) : Optional.empty();
  }

  @Override
  public Optional<String> signIn(String code) {
    return code.equals("sesame") ? Optional.of("{\"token\":\"open\"}") : Optional.empty();
  }

  @Override
  public Map<String, DebugDocument> documents() {
    return Map.of(
        "greeting",
        new DebugDocument() {
          @Override
          public CompletionStage<JsonObject> read(QueryParameters query) {
            return CompletableFuture.completedStage(new JsonObject().put("text", "hello"));
          }

          @Override
          public CompletionStage<JsonObject> accept(UserInfo user, JsonObject body) {
            String text = "hello %s from %s".formatted(body.path("name").asText(), user.name());
            return CompletableFuture.completedStage(new JsonObject().put("text", text));
          }
        });
  }

  public boolean closed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
