package io.listwatch.server.kinds.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Storage that can be claimed. */
final class PersistentVolumeRules implements KindRules {
  private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Recycle", "Retain");

  /** The sources in the order in which the reference counts them. */
  private static final List<String> SOURCES =
      List.of(
          "hostPath",
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "glusterfs",
          "flocker",
          "nfs",
          "rbd",
          "quobyte",
          "cephfs",
          "iscsi",
          "cinder",
          "fc",
          "flexVolume",
          "azureFile",
          "vsphereVolume",
          "photonPersistentDisk",
          "portworxVolume",
          "azureDisk",
          "scaleIO",
          "local",
          "storageos",
          "csi");

  private static final List<String> SECRETS =
      List.of(
          "controllerPublishSecretRef",
          "controllerExpandSecretRef",
          "nodePublishSecretRef",
          "nodeExpandSecretRef");

  @Override
  public void check(Field volume) {
    Field spec = volume.at("spec");
    spec.at("accessModes").requireText();
    ClaimRules.checkModes(spec.at("accessModes"));
    checkCapacity(spec.at("capacity"));
    spec.at("persistentVolumeReclaimPolicy").filledIn(RECLAIM_POLICIES);
    spec.at("nodeAffinity").ifPresent(PersistentVolumeRules::checkNodes);
    checkSource(spec);
    spec.at("storageClassName").mayMatch(TextForm.SUBDOMAIN);
    spec.at("volumeMode").mayBeOneOf(List.of("Block", "Filesystem"));
  }

  private static void checkCapacity(Field capacity) {
    capacity.requireText();
    if (capacity.at("storage").absent() || capacity.size() > 1) {
      capacity.unsupported(
          capacity.present() ? capacity.value() : JsonNodeFactory.instance.nullNode(),
          List.of("storage"));
    }
    capacity
        .entries()
        .values()
        .forEach(
            amount -> {
              if (amount.amount().signum() < 0) {
                amount.invalid(ResourceRules.shown(amount), "must be a valid resource quantity");
              }
              if (amount.amount().signum() <= 0) {
                amount.invalid(ResourceRules.shown(amount), "must be greater than zero");
              }
            });
  }

  private static void checkNodes(Field affinity) {
    if (affinity.at("required").absent()) {
      affinity.at("required").required("must specify required node constraints");
    } else {
      AffinityRules.checkNodes(affinity.at("required"));
    }
  }

  private static void checkSource(Field spec) {
    boolean found = false;
    for (String member : SOURCES) {
      Field source = spec.at(member);
      if (source.present() && found) {
        spec.at(member.equals("cephfs") ? "cephFS" : member)
            .forbidden("may not specify more than 1 volume type");
      } else if (source.present()) {
        found = true;
        checkSource(member, source, spec);
      }
    }
    if (!found) {
      spec.required("must specify a volume type");
    }
  }

  private static void checkSource(String member, Field source, Field spec) {
    switch (member) {
      case "hostPath" -> VolumeRules.checkHostPath(source);
      case "nfs" -> VolumeRules.checkNfs(source);
      case "local" -> {
        source.at("path").requireText();
        PathRules.noBacksteps(source.at("path"));
        if (spec.at("nodeAffinity").absent()) {
          spec.at("nodeAffinity").required("Local volume requires node affinity");
        }
      }
      case "csi" -> checkCsi(source);
      default -> {}
    }
  }

  private static void checkCsi(Field source) {
    VolumeRules.checkDriver(source.at("driver"));
    source.at("volumeHandle").requireText();
    for (String member : SECRETS) {
      source
          .at(member)
          .ifPresent(
              secret -> {
                secret.at("name").requireMatch(TextForm.SUBDOMAIN);
                secret.at("namespace").requireMatch(TextForm.DNS_LABEL);
              });
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    check(next);
    Field source = source(next);
    Field before = source(old);
    if (!source.alike(before)) {
      next.at("spec", "persistentvolumesource")
          .forbidden(
              "spec.persistentvolumesource is immutable after creation\n"
                  + LineDiff.of(before.value(), source.value()));
    }
    next.at("spec", "volumeMode")
        .called(FieldPath.ROOT.child("volumeMode"))
        .sameAs(old.at("spec", "volumeMode"));
  }

  private static Field source(Field volume) {
    ObjectNode source = JsonNodeFactory.instance.objectNode();
    for (String member : SOURCES) {
      JsonNode value = volume.at("spec", member).value();
      if (!value.isMissingNode()) {
        source.set(member, value);
      }
    }
    return volume.with(source);
  }
}
