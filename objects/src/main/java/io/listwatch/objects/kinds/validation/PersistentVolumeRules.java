package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.math.RoundingMode;
import java.util.List;

/** Validates PersistentVolumes. */
final class PersistentVolumeRules implements ValidationRules {
  /** The volume sources in the order in which kube-apiserver counts them. */
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

  private static final String MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";

  private static final List<String> MOUNTED_WITH_OPTIONS =
      List.of(
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "glusterfs",
          "nfs",
          "rbd",
          "quobyte",
          "iscsi",
          "cinder",
          "cephfs",
          "azureFile",
          "vsphereVolume",
          "azureDisk",
          "photonPersistentDisk");

  private static final String NOT_INLINE = "may not be specified in the context of inline volumes";

  private static final List<String> SECRETS =
      List.of(
          "controllerPublishSecretRef",
          "controllerExpandSecretRef",
          "nodePublishSecretRef",
          "nodeExpandSecretRef");

  @Override
  public void check(Field volume) {
    Field spec = volume.at("spec");
    checkModes(spec);
    checkCapacity(spec.at("capacity"));
    spec.checkDeclared("persistentVolumeReclaimPolicy");
    spec.at("nodeAffinity").ifPresent(PersistentVolumeRules::checkNodes);
    checkSource(spec);
    checkRecycled(spec);
    spec.at("storageClassName").mayMatch(TextForm.SUBDOMAIN);
    spec.checkDeclared("volumeMode");
    spec.at("volumeAttributesClassName").ifPresent(name -> checkAttributes(name, spec.at("csi")));
    checkMountOptions(volume);
  }

  private static void checkMountOptions(Field volume) {
    Field annotations = volume.at("metadata", "annotations");
    Field options = annotations.at(MOUNT_OPTIONS);
    boolean supported =
        MOUNTED_WITH_OPTIONS.stream().anyMatch(each -> volume.at("spec", each).present());
    if (options.present() && !supported) {
      options.forbidden("may not specify mount options for this volume type");
    }
  }

  /** A volume attributes class requires a CSI source. */
  private static void checkAttributes(Field name, Field driver) {
    if (name.isEmpty()) {
      name.required("an empty string is disallowed");
    } else {
      name.matches(TextForm.SUBDOMAIN);
    }
    if (driver.absent()) {
      driver.required("has to be specified when using volumeAttributesClassName");
    }
  }

  /**
   * Validates the inline volume spec of a VolumeAttachment: no claimRef, no capacity, a CSI source.
   */
  static void checkInline(Field spec) {
    spec.at("claimRef").ifPresent(each -> each.forbidden(NOT_INLINE));
    if (!spec.at("capacity").isEmpty()) {
      spec.at("capacity").forbidden(NOT_INLINE);
    }
    if (spec.at("csi").absent()) {
      spec.at("csi").required("has to be specified in the context of inline volumes");
    }
    checkModes(spec);
    Field policy = spec.at("persistentVolumeReclaimPolicy");
    if (!policy.isEmpty() && !policy.is("Retain")) {
      policy.forbidden("may only be Retain in the context of inline volumes");
    }
    spec.at("nodeAffinity").ifPresent(each -> each.forbidden(NOT_INLINE));
    checkSource(spec);
    if (!spec.at("storageClassName").isEmpty()) {
      spec.at("storageClassName").forbidden(NOT_INLINE);
    }
    Field mode = spec.at("volumeMode");
    if (mode.present() && !mode.is("Filesystem")) {
      mode.forbidden(
          "may not specify volumeMode other than Filesystem in the context of inline volumes");
    }
  }

  private static void checkModes(Field spec) {
    spec.checkDeclared("accessModes");
    ClaimRules.checkModes(spec.at("accessModes"));
  }

  private static void checkCapacity(Field capacity) {
    capacity.checkDeclared();
    if (capacity.at("storage").absent() || capacity.size() > 1) {
      capacity.unsupported(
          capacity.present() ? capacity.value() : JsonValue.NULL, List.of("storage"));
    }
    capacity
        .entries()
        .values()
        .forEach(
            quantity -> {
              if (quantity.quantity().signum() < 0) {
                quantity.invalid(
                    quantity.quantity().setScale(0, RoundingMode.UP),
                    "must be a valid resource quantity");
              }
              if (quantity.quantity().signum() <= 0) {
                quantity.invalid(ResourceRules.shown(quantity), "must be greater than zero");
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
      // kube-apiserver validates a flexVolume even if there is another source before it.
      if (source.present() && found && !member.equals("flexVolume")) {
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
        source.checkDeclared("path");
        PathRules.noBacksteps(source.at("path"));
        if (spec.at("nodeAffinity").absent()) {
          spec.at("nodeAffinity").required("Local volume requires node affinity");
        }
      }
      case "csi" -> checkCsi(source);
      case "iscsi" -> IscsiRules.checkPersistent(source);
      case "cinder" -> DiskRules.checkCinder(source, "name", "namespace");
      case "storageos" -> DiskRules.checkStorageOs(source, "name", "namespace");
      case "glusterfs" -> checkGluster(source);
      case "azureFile" -> {
        source.checkDeclared("secretName", "shareName");
        source.at("secretNamespace").ifPresent(Field::requireText);
      }
      default -> DiskRules.of(member).accept(source);
    }
  }

  private static void checkGluster(Field source) {
    source.checkDeclared("endpoints", "path");
    Field namespace = source.at("endpointsNamespace");
    if (namespace.present() && namespace.isEmpty()) {
      namespace.invalid("if the endpointnamespace is set, it must be a valid namespace name");
    } else {
      namespace.mayMatch(TextForm.DNS_LABEL);
    }
  }

  /** Rejects recycling a hostPath volume of {@code /}, which would delete all files of the node. */
  private static void checkRecycled(Field spec) {
    Field policy = spec.at("persistentVolumeReclaimPolicy");
    if (policy.is("Recycle") && PathRules.isRoot(spec.at("hostPath", "path").text())) {
      policy.forbidden("may not be 'recycle' for a hostPath mount of '/'");
    }
  }

  private static void checkCsi(Field source) {
    VolumeRules.checkDriver(source.at("driver"));
    source.checkDeclared("volumeHandle");
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
    check(next); // kube-apiserver validates the volume twice, and reports its errors twice
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
        .checkImmutable(old.at("spec", "volumeMode"));
  }

  private static Field source(Field volume) {
    JsonObject source = new JsonObject();
    for (String member : SOURCES) {
      JsonValue value = volume.at("spec", member).value();
      if (!value.isMissing()) {
        source.set(member, value);
      }
    }
    return volume.with(source);
  }
}
