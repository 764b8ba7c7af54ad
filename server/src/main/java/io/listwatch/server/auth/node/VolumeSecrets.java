package io.listwatch.server.auth.node;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the secrets of a PersistentVolume that a kubelet reads to mount it. */
final class VolumeSecrets {
  /** The references whose namespace defaults to that of the claim. */
  private static final List<String> REFERENCES =
      List.of(
          "/cephfs/secretRef",
          "/flexVolume/secretRef",
          "/rbd/secretRef",
          "/scaleIO/secretRef",
          "/iscsi/secretRef");

  /** The references that always have a namespace. */
  private static final List<String> COMPLETE_REFERENCES =
      List.of(
          "/cinder/secretRef",
          "/storageos/secretRef",
          "/csi/nodePublishSecretRef",
          "/csi/nodeStageSecretRef",
          "/csi/nodeExpandSecretRef");

  private VolumeSecrets() {}

  /**
   * Returns the keys of the secrets.
   *
   * @param claimNamespace the namespace of the claim that the volume is bound to
   */
  static Set<ResourceKey> of(JsonValue volume, String claimNamespace) {
    JsonValue spec = volume.path("spec");
    var secrets = new LinkedHashSet<ResourceKey>();
    JsonValue azure = spec.path("azureFile");
    add(azure.path("secretNamespace"), azure.path("secretName"), claimNamespace, secrets);
    for (String path : REFERENCES) {
      JsonValue reference = spec.at(path);
      add(reference.path("namespace"), reference.path("name"), claimNamespace, secrets);
    }
    for (String path : COMPLETE_REFERENCES) {
      JsonValue reference = spec.at(path);
      add(reference.path("namespace"), reference.path("name"), "", secrets);
    }
    return Set.copyOf(secrets);
  }

  private static void add(
      JsonValue namespace, JsonValue name, String otherNamespace, Set<ResourceKey> into) {
    String in = namespace.asText().isEmpty() ? otherNamespace : namespace.asText();
    if (!name.asText().isEmpty() && !in.isEmpty()) {
      into.add(new ResourceKey(in, name.asText()));
    }
  }
}
