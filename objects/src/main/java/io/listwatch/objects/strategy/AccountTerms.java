package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.List;

/**
 * The fields that a new pod gets from its service account.
 *
 * @param name of the service account; empty if there is none
 * @param account the service account; missing if it is not known
 * @param tokenVolume the name of the volume with the account's token; empty if the pod gets none
 */
public record AccountTerms(String name, JsonValue account, String tokenVolume) {
  /** For mirror pods. */
  public static final AccountTerms NONE = new AccountTerms("", JsonValue.MISSING, "");

  /** For a pod whose service account is not known. */
  public static final AccountTerms DEFAULT = new AccountTerms("default", JsonValue.MISSING, "");

  private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";

  void apply(JsonObject spec) {
    if (name.isEmpty()) {
      return;
    }
    spec.put("serviceAccountName", name).put("serviceAccount", name);
    JsonValue pullSecrets = account.path("imagePullSecrets");
    if (spec.path("imagePullSecrets").isEmpty() && !pullSecrets.isEmpty()) {
      spec.set("imagePullSecrets", pullSecrets.deepCopy());
    }
    if (!tokenVolume.isEmpty()) {
      mountToken(spec);
    }
  }

  /** Mounts the token volume into every container that has no other mount at its path. */
  private void mountToken(JsonObject spec) {
    boolean mounted = false;
    for (String list : List.of("initContainers", "containers")) {
      for (JsonValue container : spec.path(list)) {
        if (container instanceof JsonObject object && !hasMount(object)) {
          object
              .withArray("volumeMounts")
              .addObject()
              .put("name", tokenVolume)
              .put("readOnly", true)
              .put("mountPath", TOKEN_PATH);
          mounted = true;
        }
      }
    }
    if (mounted) {
      spec.withArray("volumes").add(volume());
    }
  }

  private static boolean hasMount(JsonObject container) {
    for (JsonValue mount : container.path("volumeMounts")) {
      if (mount.path("mountPath").asText().equals(TOKEN_PATH)) {
        return true;
      }
    }
    return false;
  }

  private JsonValue volume() {
    // Clients keep a token for an hour; the other seconds leave time to fetch a new one.
    return JsonTrees.read(
        """
        {"name": "%s", "projected": {"defaultMode": 420, "sources": [
          {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
          {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
          {"downwardAPI": {"items": [{"path": "namespace",
            "fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"}}]}}]}}
        """
            .formatted(tokenVolume));
  }
}
