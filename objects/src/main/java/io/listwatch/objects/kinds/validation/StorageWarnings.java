package io.listwatch.objects.kinds.validation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Warns about PersistentVolumes, PersistentVolumeClaims, StorageClasses and the volumes of pods.
 */
final class StorageWarnings {
  private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";
  private static final String USE_CLASS =
      "deprecated since v1.8; use \"storageClassName\" attribute instead";
  private static final String OLD_OPTIONS = "volume.beta.kubernetes.io/mount-options";

  /** Deprecated and removed volume sources, in the order of the warnings about a pod. */
  private static final Map<String, String> OLD_SOURCES = new LinkedHashMap<>();

  /** The deprecated sources that a PersistentVolume can have, in the order of its warnings. */
  private static final List<String> OLD_PERSISTENT =
      List.of("cephfs", "photonPersistentDisk", "scaleIO", "storageos", "glusterfs", "rbd");

  static {
    OLD_SOURCES.put("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+");
    OLD_SOURCES.put("gitRepo", "deprecated in v1.11, and disabled by default in v1.33+");
    OLD_SOURCES.put("scaleIO", "deprecated in v1.16, non-functional in v1.22+");
    OLD_SOURCES.put("flocker", "deprecated in v1.22, non-functional in v1.25+");
    OLD_SOURCES.put("storageos", "deprecated in v1.22, non-functional in v1.25+");
    OLD_SOURCES.put("quobyte", "deprecated in v1.22, non-functional in v1.25+");
    OLD_SOURCES.put("glusterfs", "deprecated in v1.25, non-functional in v1.26+");
    OLD_SOURCES.put("cephfs", "deprecated in v1.28, non-functional in v1.31+");
    OLD_SOURCES.put("rbd", "deprecated in v1.28, non-functional in v1.31+");
  }

  private StorageWarnings() {}

  /** Warns about a volume of a pod. */
  static void source(Field volume, List<String> warnings) {
    OLD_SOURCES.keySet().forEach(source -> oldSource(volume, source, warnings));
    Field claim = volume.at("ephemeral", "volumeClaimTemplate", "spec");
    claimSpec(claim, claim.path(), warnings);
  }

  private static void oldSource(Field holder, String source, List<String> warnings) {
    if (holder.at(source).present()) {
      Field told = holder.at(source.equals("storageos") ? "storageOS" : source);
      warnings.add(told.path() + ": " + OLD_SOURCES.get(source));
    }
  }

  static void volume(Field volume, List<String> warnings) {
    Field spec = volume.at("spec");
    annotation(volume, OLD_CLASS, USE_CLASS, warnings);
    annotation(
        volume,
        OLD_OPTIONS,
        "deprecated since v1.31; use \"mountOptions\" attribute instead",
        warnings);
    Field policy = spec.at("persistentVolumeReclaimPolicy");
    if (policy.is("Recycle")) {
      warnings.add(
          policy.path()
              + ": The Recycle reclaim policy is deprecated. Instead, the recommended approach is"
              + " to use dynamic provisioning.");
    }
    NodeLabelWarnings.terms(spec.at("nodeAffinity", "required", "nodeSelectorTerms"), warnings);
    OLD_PERSISTENT.forEach(source -> oldSource(spec, source, warnings));
  }

  private static void annotation(Field object, String key, String better, List<String> warnings) {
    Field annotations = object.at("metadata", "annotations");
    if (annotations.value().has(key)) {
      warnings.add(annotations.path().key(key) + ": " + better);
    }
  }

  static void claim(Field claim, List<String> warnings) {
    annotation(claim, OLD_CLASS, USE_CLASS, warnings);
    claimSpec(claim.at("spec"), claim.at("spec").path(), warnings);
  }

  /**
   * Warns about sizes with a fraction of a byte.
   *
   * @param place the path of the spec in the warnings
   */
  static void claimSpec(Field spec, FieldPath place, List<String> warnings) {
    for (String side : List.of("requests", "limits")) {
      Field size = spec.at("resources", side, "storage");
      wholeBytes(size.called(place.child("resources").child(side).key("storage")), warnings);
    }
  }

  static void wholeBytes(Field size, List<String> warnings) {
    if (!ResourceRules.isWhole(size)) {
      warnings.add(
          "%s: fractional byte value \"%s\" is invalid, must be an integer"
              .formatted(size.path(), ResourceRules.shown(size)));
    }
  }

  static void storageClass(Field storageClass, List<String> warnings) {
    for (Field term : storageClass.at("allowedTopologies").items()) {
      for (Field each : term.at("matchLabelExpressions").items()) {
        NodeLabelWarnings.label(each.at("key").path(), each.at("key").text(), warnings);
      }
    }
  }

  static void capacity(Field capacity, List<String> warnings) {
    Field topology = capacity.at("nodeTopology");
    NodeLabelWarnings.expressions(topology, warnings);
    Field labels = topology.at("matchLabels");
    for (String label : labels.entries().keySet()) {
      NodeLabelWarnings.label(labels.path().child(label), label, warnings);
    }
  }

  static void driver(Field driver, @Nullable Field before, List<String> warnings) {
    Field spec = driver.at("spec");
    Field tokens = spec.at("tokenRequests");
    boolean asked = before != null && tokens.alike(before.at("spec", "tokenRequests"));
    if (!tokens.isEmpty() && !asked && spec.at("serviceAccountTokenInSecrets").absent()) {
      warnings.add(
          "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true"
              + " to prevent possible logging of tokens in volume attributes");
    }
  }
}
