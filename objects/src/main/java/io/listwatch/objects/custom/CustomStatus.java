package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Times;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Computes the status of definitions: accepted names and conditions. */
public final class CustomStatus {
  private static final int HTTPS = 443;

  private CustomStatus() {}

  /** Fills in the defaults of a definition. */
  public static void complete(JsonObject definition) {
    JsonObject names = definition.withObject("spec", "names");
    String kind = names.path("kind").asText();
    if (!kind.isEmpty() && names.path("singular").asText().isEmpty()) {
      names.put("singular", kind.toLowerCase(Locale.ROOT));
    }
    if (!kind.isEmpty() && names.path("listKind").asText().isEmpty()) {
      names.put("listKind", kind + "List");
    }
    if (!definition.path("spec").hasNonNull("conversion")) {
      definition.withObject("spec", "conversion").put("strategy", "None");
    }
    if (definition.at("/spec/conversion/webhook/clientConfig/service") instanceof JsonObject service
        && service.path("port").asInt() == 0) {
      service.put("port", HTTPS);
    }
    if (definition.at("/spec/conversion/webhook") instanceof JsonObject webhook
        && !webhook.hasNonNull("clientConfig")
        && webhook.path("conversionReviewVersions").isEmpty()) {
      definition.withObject("spec", "conversion").remove("webhook");
    }
    if (definition.get("status") instanceof JsonObject status
        && status.path("storedVersions").isEmpty()) {
      status.putArray("storedVersions");
      definition.set("status", withStorageVersion(status, CustomResourceDefinition.of(definition)));
    }
  }

  /** Returns the status of a new definition, regardless of what the client sent. */
  public static JsonObject initial(JsonValue definition) {
    JsonObject status = new JsonObject();
    status.putNull("conditions");
    status.set("acceptedNames", CustomNames.of(status).toJson());
    status.putArray("storedVersions");
    return withStorageVersion(status, CustomResourceDefinition.of(definition));
  }

  /**
   * Returns the status of an updated definition: the old one, with the storage version added to
   * {@code storedVersions}.
   */
  public static JsonObject updated(JsonValue definition, JsonObject oldStatus) {
    return withStorageVersion(oldStatus.deepCopy(), CustomResourceDefinition.of(definition));
  }

  private static JsonObject withStorageVersion(
      JsonObject status, CustomResourceDefinition definition) {
    String version = definition.storageVersion();
    boolean known = CustomNames.strings(status.path("storedVersions")).contains(version);
    if (!version.isEmpty() && !known) {
      status.withArray("storedVersions").add(version);
    }
    return status;
  }

  /**
   * Returns the status that a definition should have; empty if it has it already.
   *
   * @param all all definitions, including this one
   */
  public static Optional<JsonObject> next(
      CustomResourceDefinition definition, Collection<CustomResourceDefinition> all, Instant now) {
    var acceptance = new NameAcceptance(definition, all);
    JsonObject status =
        definition.status() instanceof JsonObject known
            ? known.deepCopy()
            : initial(new JsonObject());
    status.set("acceptedNames", acceptance.names().toJson());
    Condition names = acceptance.condition();
    set(status, names, now);
    if (!definition.conditionIsTrue("Established")) {
      set(status, established(names.isTrue()), now);
    }
    ApiApproval.of(definition)
        .map(ApiApproval::condition)
        .ifPresent(approval -> set(status, approval, now));
    return status.equals(definition.status()) ? Optional.empty() : Optional.of(status);
  }

  private static Condition established(boolean accepted) {
    return accepted
        ? new Condition(
            "Established", true, "InitialNamesAccepted", "the initial names have been accepted")
        : new Condition("Established", false, "NotAccepted", "not all names are accepted");
  }

  /**
   * Sets the condition Terminating, while the objects of a deleted definition are being deleted.
   */
  public static void terminate(JsonObject definition, Instant now) {
    set(
        definition.withObject("status"),
        new Condition(
            "Terminating",
            true,
            "InstanceDeletionPending",
            "CustomResourceDefinition marked for deletion; CustomResource deletion will begin"
                + " soon"),
        now);
  }

  /** {@code lastTransitionTime} changes only when the condition's status does. */
  private static void set(JsonObject status, Condition condition, Instant now) {
    JsonArray conditions =
        status.get("conditions") instanceof JsonArray known ? known : status.putArray("conditions");
    JsonObject entry = null;
    for (JsonValue each : conditions) {
      if (each.path("type").asText().equals(condition.type)) {
        entry = (JsonObject) each;
      }
    }
    if (entry == null) {
      entry = conditions.addObject().put("type", condition.type);
    }
    String answer = condition.isTrue ? "True" : "False";
    if (!entry.path("status").asText().equals(answer)) {
      entry.put("status", answer);
      entry.put("lastTransitionTime", Times.seconds(now));
    }
    entry.put("reason", condition.reason).put("message", condition.message);
  }

  /** A condition of a definition. */
  record Condition(String type, boolean isTrue, String reason, String message) {}
}
