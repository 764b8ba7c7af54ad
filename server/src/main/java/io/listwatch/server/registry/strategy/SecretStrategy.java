package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.ResourceDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Secrets: plain text becomes data as it arrives. */
final class SecretStrategy extends BuiltInStrategy {
  SecretStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public void complete(ObjectNode object) {
    super.complete(object);
    if (object.remove("stringData") instanceof ObjectNode plain && !plain.isEmpty()) {
      ObjectNode data =
          object.get("data") instanceof ObjectNode found ? found : object.putObject("data");
      plain.properties().forEach(e -> data.put(e.getKey(), encoded(e.getValue().asText())));
    }
  }

  @Override
  public List<String> warnings(ObjectNode next, @Nullable ObjectNode old) {
    boolean waits =
        old == null
            && next.path("type").asText().equals("kubernetes.io/service-account-token")
            && !next.path("data").has("token");
    return waits ? List.of("tokens are not issued by this server") : List.of();
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
