package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Identities;
import java.util.List;

/**
 * The fields that a new pod gets from its service account.
 *
 * @param mounts true if the pod's containers get the account's token
 * @param identities generate the name of the token's volume
 */
public record AccountTerms(JsonValue account, boolean mounts, Identities identities) {
  /** The prefix of the names of token volumes. */
  private static final String VOLUME = "kube-api-access-";

  private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";

  /** Clients keep a token for an hour; the other seconds leave time to fetch a new one. */
  private static final JsonValue TOKEN_VOLUME =
      JsonTrees.read(
          """
          {"name": "", "projected": {"defaultMode": 420, "sources": [
            {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
            {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
            {"downwardAPI": {"items": [{"path": "namespace",
              "fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"}}]}}]}}
          """);

  public void apply(JsonObject spec) {
    String name = account.path("metadata").path("name").asText();
    spec.put("serviceAccountName", name).put("serviceAccount", name);
    JsonValue pullSecrets = account.path("imagePullSecrets");
    if (spec.path("imagePullSecrets").isEmpty() && !pullSecrets.isEmpty()) {
      spec.set("imagePullSecrets", pullSecrets.deepCopy());
    }
    if (mounts) {
      mountToken(spec);
    }
  }

  /**
   * Mounts the token volume into every container that has no other mount at its path. Adds no
   * volume if the pod has one already, from an earlier round of admission.
   */
  private void mountToken(JsonObject spec) {
    String existing = existingVolume(spec);
    String volume = existing.isEmpty() ? identities.name(VOLUME) : existing;
    if (mount(spec, volume) && existing.isEmpty()) {
      spec.withArray("volumes").add(volume(volume));
    }
  }

  private static String existingVolume(JsonValue spec) {
    for (JsonValue each : spec.path("volumes")) {
      if (each.path("name").asText().startsWith(VOLUME)) {
        return each.path("name").asText();
      }
    }
    return "";
  }

  /** Returns false if no container needed a mount. */
  private static boolean mount(JsonObject spec, String volume) {
    boolean mounted = false;
    for (String list : List.of("initContainers", "containers")) {
      for (JsonValue container : spec.path(list)) {
        if (container instanceof JsonObject object && !hasMount(object)) {
          object
              .withArray("volumeMounts")
              .addObject()
              .put("name", volume)
              .put("readOnly", true)
              .put("mountPath", TOKEN_PATH);
          mounted = true;
        }
      }
    }
    return mounted;
  }

  private static boolean hasMount(JsonObject container) {
    for (JsonValue mount : container.path("volumeMounts")) {
      if (mount.path("mountPath").asText().equals(TOKEN_PATH)) {
        return true;
      }
    }
    return false;
  }

  private static JsonValue volume(String name) {
    return ((JsonObject) TOKEN_VOLUME.deepCopy()).put("name", name);
  }
}
