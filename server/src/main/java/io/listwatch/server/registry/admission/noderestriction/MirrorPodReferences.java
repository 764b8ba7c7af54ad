package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Map;

/** Finds a reference of a pod to another API object, which a mirror pod must not have. */
final class MirrorPodReferences {
  private static final List<String> CONTAINERS =
      List.of("initContainers", "containers", "ephemeralContainers");

  /** The volume sources that refer to objects, with the words of kube-apiserver. */
  private static final Map<String, String> VOLUMES =
      Map.of(
          "configMap", "configmaps (via configmap volumes)",
          "secret", "secrets (via secret volumes)",
          "csi", "csidrivers (via CSI volumes)",
          "glusterfs", "endpoints (via glusterFS volumes)",
          "persistentVolumeClaim", "persistentvolumeclaims",
          "ephemeral", "persistentvolumeclaims (via ephemeral volumes)",
          "azureFile", "secrets (via azureFile volumes)");

  private static final Map<String, String> PROJECTED =
      Map.of(
          "configMap", "configmaps (via projected volumes)",
          "secret", "secrets (via projected volumes)",
          "serviceAccountToken", "serviceaccounts (via projected volumes)",
          "clusterTrustBundle", "clustertrustbundles",
          "podCertificate", "podcertificates");

  private MirrorPodReferences() {}

  /** Returns the first reference of the pod in words of kube-apiserver; empty if there is none. */
  static String first(JsonObject pod) {
    JsonValue spec = pod.path("spec");
    if (!spec.path("serviceAccountName").asText().isEmpty()) {
      return "serviceaccounts";
    }
    if (spec.path("imagePullSecrets").size() > 0 || hasSecret(spec)) {
      return "secrets";
    }
    if (isInContainers(spec, "configMap") || hasSource(spec, "configMap")) {
      return "configmaps";
    }
    if (spec.path("resourceClaims").size() > 0) {
      return "resourceclaims";
    }
    return ofVolumes(spec.path("volumes"));
  }

  /** Volumes name secrets as {@code secretName}, {@code secretRef} or {@code secret}. */
  private static boolean hasSecret(JsonValue spec) {
    if (isInContainers(spec, "secret") || hasSource(spec, "secret")) {
      return true;
    }
    for (JsonValue volume : spec.path("volumes")) {
      for (Map.Entry<String, JsonValue> source : volume.properties()) {
        JsonValue fields = source.getValue();
        if (fields.has("secretRef")
            || fields.has("secretName")
            || fields.has("nodePublishSecretRef")) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isInContainers(JsonValue spec, String kind) {
    for (String list : CONTAINERS) {
      for (JsonValue container : spec.path(list)) {
        for (JsonValue each : container.path("envFrom")) {
          if (each.has(kind + "Ref")) {
            return true;
          }
        }
        for (JsonValue each : container.path("env")) {
          if (each.path("valueFrom").has(kind + "KeyRef")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean hasSource(JsonValue spec, String kind) {
    for (JsonValue volume : spec.path("volumes")) {
      if (volume.has(kind)) {
        return true;
      }
      for (JsonValue each : volume.path("projected").path("sources")) {
        if (each.has(kind)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String ofVolumes(JsonValue volumes) {
    for (JsonValue volume : volumes) {
      String found = first(volume, VOLUMES);
      for (JsonValue each : volume.path("projected").path("sources")) {
        found = found.isEmpty() ? first(each, PROJECTED) : found;
      }
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private static String first(JsonValue source, Map<String, String> words) {
    return source.fieldNames().stream()
        .filter(words::containsKey)
        .map(words::get)
        .findFirst()
        .orElse("");
  }
}
