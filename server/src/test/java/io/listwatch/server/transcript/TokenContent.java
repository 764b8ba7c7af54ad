package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.transcript.Step.Response;
import java.util.Base64;
import java.util.List;

/** Decodes the content of a JSON Web Token, as a step with the method {@code CLAIMS} records it. */
final class TokenContent {
  private TokenContent() {}

  /** Returns header and claims, with times relative to {@code iat}. */
  static Response of(String token) {
    String[] parts = token.split("\\.", -1);
    JsonObject claims = decoded(parts[1]);
    long issued = claims.path("iat").asLong();
    claims.remove("iat");
    List.of("exp", "nbf").forEach(each -> claims.put(each, claims.path(each).asLong() - issued));
    JsonObject content = new JsonObject();
    content.set("header", decoded(parts[0]));
    content.set("claims", claims);
    return new Response(200, content, List.of());
  }

  private static JsonObject decoded(String part) {
    return (JsonObject) JsonTrees.read(Base64.getUrlDecoder().decode(part));
  }
}
