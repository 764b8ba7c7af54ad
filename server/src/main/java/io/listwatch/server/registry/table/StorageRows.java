package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The table rows of volumes, claims, storage classes and CSI drivers. */
public final class StorageRows {
  /** The access modes with their abbreviations, in display order. */
  private static final List<Map.Entry<String, String>> ACCESS_MODES =
      List.of(
          Map.entry("ReadWriteOnce", "RWO"),
          Map.entry("ReadOnlyMany", "ROX"),
          Map.entry("ReadWriteMany", "RWX"),
          Map.entry("ReadWriteOncePod", "RWOP"));

  private StorageRows() {}

  public static List<Object> volume(JsonValue volume, Instant now) {
    JsonValue spec = volume.path("spec");
    JsonValue claim = spec.path("claimRef");
    return List.of(
        Metadata.name(volume),
        or(text(spec, "capacity", "storage"), "0"),
        accessModes(spec),
        text(spec, "persistentVolumeReclaimPolicy"),
        phase(volume),
        claim.isObject() ? text(claim, "namespace") + "/" + text(claim, "name") : "",
        storageClass(volume),
        or(text(spec, "volumeAttributesClassName"), Placeholders.UNSET),
        text(volume, "status", "reason"),
        Metadata.age(volume, now),
        or(text(spec, "volumeMode"), Placeholders.UNSET));
  }

  public static List<Object> claim(JsonValue claim, Instant now) {
    JsonValue spec = claim.path("spec");
    JsonValue status = claim.path("status");
    String volume = text(spec, "volumeName");
    boolean bound = !volume.isEmpty();
    return List.of(
        Metadata.name(claim),
        phase(claim),
        volume,
        bound ? or(text(status, "capacity", "storage"), "0") : "",
        bound ? accessModes(status) : "",
        storageClass(claim),
        or(text(spec, "volumeAttributesClassName"), Placeholders.UNSET),
        Metadata.age(claim, now),
        or(text(spec, "volumeMode"), Placeholders.UNSET));
  }

  private static String phase(JsonValue object) {
    return Metadata.terminating(object) ? "Terminating" : text(object, "status", "phase");
  }

  private static String accessModes(JsonValue holder) {
    Set<String> modes =
        elements(holder.path("accessModes")).stream()
            .map(JsonValue::asText)
            .collect(Collectors.toSet());
    return ACCESS_MODES.stream()
        .filter(each -> modes.contains(each.getKey()))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining(","));
  }

  private static String storageClass(JsonValue object) {
    JsonValue old = Metadata.annotation(object, "volume.beta.kubernetes.io/storage-class");
    return old.isText() ? old.asText() : text(object, "spec", "storageClassName");
  }

  public static List<Object> storageClass(JsonValue storageClass, Instant now) {
    return List.of(
        Metadata.nameOrDefault(
            storageClass,
            "storageclass.kubernetes.io/is-default-class",
            "storageclass.beta.kubernetes.io/is-default-class"),
        text(storageClass, "provisioner"),
        or(text(storageClass, "reclaimPolicy"), "Delete"),
        or(text(storageClass, "volumeBindingMode"), "Immediate"),
        storageClass.path("allowVolumeExpansion").asBoolean(),
        Metadata.age(storageClass, now));
  }

  public static List<Object> driver(JsonValue driver, Instant now) {
    JsonValue spec = driver.path("spec");
    String modes = join(spec.path("volumeLifecycleModes"), "");
    return List.of(
        Metadata.name(driver),
        spec.path("attachRequired").asBoolean(true),
        spec.path("podInfoOnMount").asBoolean(),
        spec.path("storageCapacity").asBoolean(),
        spec.has("tokenRequests")
            ? join(spec.path("tokenRequests"), "audience")
            : Placeholders.UNSET,
        spec.path("requiresRepublish").asBoolean(),
        or(modes, Placeholders.NONE),
        Metadata.age(driver, now));
  }

  private static String join(JsonValue array, String member) {
    return elements(array).stream()
        .map(each -> member.isEmpty() ? each.asText() : text(each, member))
        .collect(Collectors.joining(","));
  }

  /** The row of a ResourceClaim. */
  public static List<Object> deviceClaim(JsonValue claim, Instant now) {
    return List.of(Metadata.name(claim), state(claim), Metadata.age(claim, now));
  }

  private static String state(JsonValue claim) {
    boolean deleted = Metadata.terminating(claim);
    JsonValue status = claim.path("status");
    if (!status.path("allocation").isObject()) {
      return deleted ? "deleted" : "pending";
    }
    return (deleted ? "deleted," : "")
        + "allocated"
        + (elements(status.path("reservedFor")).isEmpty() ? "" : ",reserved");
  }
}
