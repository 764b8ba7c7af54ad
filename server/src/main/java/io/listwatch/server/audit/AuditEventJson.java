package io.listwatch.server.audit;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encodes an event as an Event of {@code audit.k8s.io/v1}, with kube-apiserver's order of fields.
 */
final class AuditEventJson {
  /** The annotation of an event whose bodies were too long. */
  static final String TRUNCATED = "audit.k8s.io/truncated";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final AuditEvent event;
  private final AuditedRequest request;
  private final @Nullable JsonValue sent;
  private final @Nullable JsonValue response;

  private AuditEventJson(AuditEvent event) {
    this.event = event;
    this.request = event.request();
    this.sent = tree(event.sent());
    this.response = tree(event.response());
  }

  private static @Nullable JsonValue tree(@Nullable AuditBody body) {
    return body == null ? null : body.tree().orElse(null);
  }

  /** Returns the event as JSON. Parses its bodies, so event loops must not call this. */
  static JsonObject of(AuditEvent event) {
    return new AuditEventJson(event).event();
  }

  private JsonObject event() {
    JsonObject json = new JsonObject();
    json.put("kind", "Event").put("apiVersion", "audit.k8s.io/v1");
    json.put("level", event.decision().level().word()).put("auditID", request.id());
    json.put("stage", event.stage().word()).put("requestURI", request.uri());
    json.put("verb", request.access().verb()).set("user", user(request.caller()));
    UserInfo impersonated = request.impersonated();
    if (impersonated != null) {
      json.set("impersonatedUser", user(impersonated));
    }
    strings(json, "sourceIPs", request.sources());
    text(json, "userAgent", request.userAgent());
    if (request.access().aboutResource()) {
      json.set("objectRef", reference());
    }
    if (event.stage() != AuditStage.REQUEST_RECEIVED) {
      json.set("responseStatus", status());
    }
    addBodies(json);
    json.put("requestReceivedTimestamp", time(request.received()));
    json.put("stageTimestamp", time(event.time()));
    if (!event.annotations().isEmpty()) {
      JsonObject annotations = json.putObject("annotations");
      event.annotations().forEach(annotations::put);
    }
    return json;
  }

  private static String time(Instant instant) {
    return TIME.format(instant);
  }

  private static JsonObject user(UserInfo user) {
    JsonObject json = new JsonObject();
    text(json, "username", user.name());
    text(json, "uid", user.uid());
    strings(json, "groups", user.groups());
    if (!user.extra().isEmpty()) {
      JsonObject extra = json.putObject("extra");
      user.extra().forEach((key, values) -> strings(extra, key, values));
    }
    return json;
  }

  private static void text(JsonObject json, String name, String text) {
    if (!text.isEmpty()) {
      json.put(name, text);
    }
  }

  private static void strings(JsonObject json, String name, List<String> strings) {
    if (!strings.isEmpty()) {
      JsonArray array = json.putArray(name);
      strings.forEach(array::add);
    }
  }

  /** Completes the path, which has no name in a create, from the object in the body. */
  private JsonObject reference() {
    AccessRequest access = request.access();
    JsonValue metadata =
        sent == null || event.patches() ? JsonValue.MISSING : sent.path("metadata");
    JsonObject json = new JsonObject();
    text(json, "resource", access.resource());
    text(json, "namespace", first(access.namespace(), metadata.path("namespace")));
    text(json, "name", first(access.name(), metadata.path("name")));
    text(json, "uid", metadata.path("uid").asText());
    text(json, "apiGroup", access.group());
    text(json, "apiVersion", access.version());
    text(json, "resourceVersion", metadata.path("resourceVersion").asText());
    text(json, "subresource", access.subresource());
    return json;
  }

  private static String first(@Nullable String known, JsonValue otherwise) {
    return known == null || known.isEmpty() ? otherwise.asText() : known;
  }

  /** Returns the Status that the client got, or one with the code only. */
  private JsonObject status() {
    JsonObject json = new JsonObject();
    json.putObject("metadata");
    String panic = event.panic();
    if (panic != null) {
      return json.put("status", "Failure")
          .put("message", "APIServer panic'd: " + panic)
          .put("reason", "InternalError")
          .put("code", 500);
    }
    if (event.code() == 0) {
      return json.put("status", "Success")
          .put("message", "Connection closed early")
          .put("code", 200);
    }
    if (response != null && isStatus(response)) {
      for (String each : List.of("status", "message", "reason", "details")) {
        if (response.hasNonNull(each)) {
          json.set(each, response.path(each));
        }
      }
    }
    return json.put("code", event.code());
  }

  private static boolean isStatus(JsonValue body) {
    return body.path("kind").asText().equals("Status")
        && body.path("apiVersion").asText().equals("v1");
  }

  private void addBodies(JsonObject json) {
    AuditLevel level = event.decision().level();
    if (level.includes(AuditLevel.REQUEST)) {
      shown(sent).ifPresent(body -> json.set("requestObject", body));
    }
    if (level.includes(AuditLevel.REQUEST_RESPONSE)) {
      shown(response).ifPresent(body -> json.set("responseObject", body));
    }
  }

  private Optional<JsonValue> shown(@Nullable JsonValue body) {
    if (body == null || !event.decision().omitsManagedFields()) {
      return Optional.ofNullable(body);
    }
    JsonValue copy = body.deepCopy();
    omitManagedFields(copy);
    copy.path("items").forEach(AuditEventJson::omitManagedFields);
    copy.path("rows").forEach(row -> omitManagedFields(row.path("object")));
    return Optional.of(copy);
  }

  private static void omitManagedFields(JsonValue object) {
    if (object.path("metadata") instanceof JsonObject metadata) {
      metadata.remove("managedFields");
    }
  }
}
