package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.schema.FieldError;
import java.util.List;

/**
 * Claims to devices, and their templates: those that ask for devices which others use are for
 * administrators, whose namespaces say so.
 */
final class DeviceClaimStrategy extends BuiltInStrategy {
  private static final String LABEL = "resource.kubernetes.io/admin-access";
  private static final String FORBIDDEN =
      "admin access to devices requires the `%s: true` label on the containing namespace"
          .formatted(LABEL);

  private final boolean administrative;

  private DeviceClaimStrategy(ResourceDefinition definition, boolean administrative) {
    super(definition);
    this.administrative = administrative;
  }

  /** For claims in places that are nobody's in particular. */
  static DeviceClaimStrategy usual(ResourceDefinition definition) {
    return new DeviceClaimStrategy(definition, false);
  }

  static DeviceClaimStrategy in(ResourceDefinition definition, JsonNode namespace) {
    JsonNode label = namespace.path("metadata").path("labels").path(LABEL);
    return new DeviceClaimStrategy(definition, label.asText().equals("true"));
  }

  /** The first request for what others use; negative if there is none. */
  static int administrativeRequest(ObjectNode object) {
    JsonNode spec = object.path("spec");
    JsonNode claim = spec.has("devices") ? spec : spec.path("spec");
    JsonNode requests = claim.path("devices").path("requests");
    for (int i = 0; i < requests.size(); i++) {
      if (requests.path(i).path("exactly").path("adminAccess").asBoolean()) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    int request = administrativeRequest(object);
    if (request >= 0 && !administrative) {
      errors.add(
          FieldError.forbidden("spec.devices.requests[" + request + "].adminAccess", FORBIDDEN));
    }
    super.validate(object, errors);
  }
}
