package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.FieldError;
import java.util.List;

/** Config maps: keys that can be file names, and for ever the same once declared immutable. */
final class ConfigMapStrategy extends BuiltInStrategy {
  ConfigMapStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    super.validate(object, errors);
    JsonNode binary = object.path("binaryData");
    for (String key : ConfigKeys.of(object, "data")) {
      ConfigKeys.check("data", key, errors);
      if (binary.has(key)) {
        errors.add(
            FieldError.invalid("data[" + key + "]", key, "duplicate of key present in binaryData"));
      }
    }
    ConfigKeys.of(object, "binaryData").forEach(key -> ConfigKeys.check("binaryData", key, errors));
    ConfigKeys.checkSize(object, List.of("data", "binaryData"), "", errors);
  }

  @Override
  public void validateUpdate(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    super.validateUpdate(next, old, errors);
    Immutability.check(next, old, List.of("data", "binaryData"), errors);
  }
}
