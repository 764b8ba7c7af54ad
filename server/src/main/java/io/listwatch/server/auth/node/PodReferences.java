package io.listwatch.server.auth.node;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.node.NodeObject.Kind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the objects that a pod refers to by name, all in the namespace of the pod. */
final class PodReferences {
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final List<String> CONTAINERS =
      List.of("initContainers", "containers", "ephemeralContainers");

  /** The volume sources that name a secret, with the path of that name. */
  private static final List<String> SECRET_VOLUMES =
      List.of(
          "/azureFile/secretName",
          "/cephfs/secretRef/name",
          "/cinder/secretRef/name",
          "/flexVolume/secretRef/name",
          "/rbd/secretRef/name",
          "/secret/secretName",
          "/scaleIO/secretRef/name",
          "/iscsi/secretRef/name",
          "/storageos/secretRef/name",
          "/csi/nodePublishSecretRef/name");

  private final Set<NodeObject> found = new LinkedHashSet<>();
  private final ResourceKey pod;

  private PodReferences(ResourceKey pod) {
    this.pod = pod;
  }

  /** Returns the objects. A mirror pod has none: a node must not gain access by creating one. */
  static Set<NodeObject> of(ResourceKey key, JsonValue pod) {
    var references = new PodReferences(key);
    if (!pod.path("metadata").path("annotations").has(MIRROR)) {
      references.visit(pod);
    }
    return references.found;
  }

  private void visit(JsonValue pod) {
    JsonValue spec = pod.path("spec");
    add(Kind.SERVICE_ACCOUNT, spec.path("serviceAccountName"));
    spec.path("imagePullSecrets").forEach(each -> add(Kind.SECRET, each.path("name")));
    for (String containers : CONTAINERS) {
      spec.path(containers).forEach(this::visitContainer);
    }
    spec.path("volumes").forEach(this::visitVolume);
    visitResourceClaims(spec.path("resourceClaims"), pod.path("status"));
  }

  private void visitContainer(JsonValue container) {
    for (JsonValue each : container.path("envFrom")) {
      add(Kind.SECRET, each.at("/secretRef/name"));
      add(Kind.CONFIG_MAP, each.at("/configMapRef/name"));
    }
    for (JsonValue each : container.path("env")) {
      add(Kind.SECRET, each.at("/valueFrom/secretKeyRef/name"));
      add(Kind.CONFIG_MAP, each.at("/valueFrom/configMapKeyRef/name"));
    }
  }

  private void visitVolume(JsonValue volume) {
    SECRET_VOLUMES.forEach(path -> add(Kind.SECRET, volume.at(path)));
    add(Kind.CONFIG_MAP, volume.at("/configMap/name"));
    for (JsonValue each : volume.at("/projected/sources")) {
      add(Kind.SECRET, each.at("/secret/name"));
      add(Kind.CONFIG_MAP, each.at("/configMap/name"));
    }
    add(Kind.CLAIM, volume.at("/persistentVolumeClaim/claimName"));
    if (volume.path("ephemeral").isObject()) {
      add(Kind.CLAIM, pod.name() + "-" + volume.path("name").asText());
    }
  }

  /** A claim made from a template has its name in the status, once it exists. */
  private void visitResourceClaims(JsonValue claims, JsonValue status) {
    for (JsonValue each : claims) {
      add(Kind.RESOURCE_CLAIM, each.path("resourceClaimName"));
    }
    for (JsonValue each : status.path("resourceClaimStatuses")) {
      add(Kind.RESOURCE_CLAIM, each.path("resourceClaimName"));
    }
    add(Kind.RESOURCE_CLAIM, status.at("/extendedResourceClaimStatus/resourceClaimName"));
  }

  private void add(Kind kind, JsonValue name) {
    add(kind, name.asText());
  }

  private void add(Kind kind, String name) {
    if (!name.isEmpty()) {
      found.add(new NodeObject(kind, new ResourceKey(pod.namespace(), name)));
    }
  }
}
