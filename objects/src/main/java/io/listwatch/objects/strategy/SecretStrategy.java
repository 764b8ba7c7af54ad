package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.x509.KeyPairs;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The strategy of Secrets: {@code stringData} is merged into {@code data} on arrival. */
final class SecretStrategy extends BuiltInStrategy {
  SecretStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public void complete(JsonObject object) {
    super.complete(object);
    if (object.remove("stringData") instanceof JsonObject plain && !plain.isEmpty()) {
      JsonObject data =
          object.get("data") instanceof JsonObject found ? found : object.putObject("data");
      plain.properties().forEach(e -> data.put(e.getKey(), encoded(e.getValue().asText())));
    }
  }

  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    return next.path("type").asText().equals("kubernetes.io/tls")
        ? KeyPairs.problem(decoded(next, "tls.crt"), decoded(next, "tls.key")).stream().toList()
        : List.of();
  }

  private static String decoded(JsonObject secret, String key) {
    byte[] content = Base64.getDecoder().decode(secret.path("data").path(key).asText());
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
