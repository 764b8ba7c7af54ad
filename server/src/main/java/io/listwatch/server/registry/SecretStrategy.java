package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Secrets: plain text becomes data as it arrives, and the type stays what it was. */
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

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    super.validate(object, errors);
    ConfigKeys.of(object, "data").forEach(key -> ConfigKeys.check("data", key, errors));
    ConfigKeys.checkSize(object, List.of("data"), "data", errors);
  }

  @Override
  public void validateUpdate(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    super.validateUpdate(next, old, errors);
    String type = next.path("type").asText();
    if (!type.equals(old.path("type").asText())) {
      errors.add(FieldError.invalid("type", type, "field is immutable"));
    }
    Immutability.check(next, old, List.of("data"), errors);
  }
}
