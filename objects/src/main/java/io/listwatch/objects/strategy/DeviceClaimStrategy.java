package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The strategy of ResourceClaims and ResourceClaimTemplates. Admin access to devices requires a
 * label on the namespace.
 */
public final class DeviceClaimStrategy extends BuiltInStrategy {
  private static final String LABEL = "resource.kubernetes.io/admin-access";
  private static final String FORBIDDEN =
      "admin access to devices requires the `%s: true` label on the containing namespace"
          .formatted(LABEL);

  private static final String UNCHECKED =
      "expressions that select devices are not checked by this server";

  private final boolean administrative;

  private DeviceClaimStrategy(WrittenKind kind, boolean administrative) {
    super(kind);
    this.administrative = administrative;
  }

  /** For namespaces without the admin-access label. */
  static DeviceClaimStrategy forOrdinaryNamespace(WrittenKind kind) {
    return new DeviceClaimStrategy(kind, false);
  }

  public static DeviceClaimStrategy in(WrittenKind kind, JsonValue namespace) {
    JsonValue label = namespace.path("metadata").path("labels").path(LABEL);
    return new DeviceClaimStrategy(kind, label.asText().equals("true"));
  }

  /** Returns the index of the first request for admin access; negative if there is none. */
  public static int administrativeRequest(JsonObject object) {
    JsonValue requests = requests(object);
    for (int i = 0; i < requests.size(); i++) {
      if (requests.path(i).path("exactly").path("adminAccess").asBoolean()) {
        return i;
      }
    }
    return -1;
  }

  private static JsonValue requests(JsonObject object) {
    JsonValue spec = object.path("spec");
    JsonValue claim = spec.has("devices") ? spec : spec.path("spec");
    return claim.path("devices").path("requests");
  }

  /** Warns that the CEL expressions of selectors are not checked. */
  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    boolean said = old != null && next.path("spec").equals(old.path("spec"));
    boolean selects = !requests(next).findValues("cel").isEmpty();
    return selects && !said ? List.of(UNCHECKED) : List.of();
  }

  /** Drops the status of devices that are no longer allocated. */
  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    super.prepareStatusUpdate(next, old);
    Set<List<String>> gone = given(old);
    gone.removeAll(given(next));
    if (next.path("status") instanceof JsonObject status
        && status.path("devices") instanceof JsonArray devices) {
      devices.removeIf(device -> gone.contains(named(device)));
      if (devices.isEmpty()) {
        status.remove("devices");
      }
    }
  }

  private static Set<List<String>> given(JsonObject claim) {
    Set<List<String>> devices = new HashSet<>();
    claim.at("/status/allocation/devices/results").forEach(each -> devices.add(named(each)));
    return devices;
  }

  private static List<String> named(JsonValue device) {
    return Stream.of("driver", "pool", "device", "shareID")
        .map(member -> device.path(member).asText())
        .toList();
  }

  @Override
  public void validate(JsonObject object, List<FieldError> errors) {
    int request = administrativeRequest(object);
    if (request >= 0 && !administrative) {
      errors.add(
          FieldError.forbidden("spec.devices.requests[" + request + "].adminAccess", FORBIDDEN));
    }
    super.validate(object, errors);
  }
}
