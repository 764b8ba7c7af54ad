package io.listwatch.objects.kinds.validation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Validates the volumes of a pod: unique names, exactly one source each. */
final class VolumeRules {
  /** The volume sources in the order in which kube-apiserver counts them. */
  private static final Map<String, Consumer<Field>> SOURCES = sources();

  /** The names that kube-apiserver gives some sources in the error about a second source. */
  private static final Map<String, String> OTHER_NAMES =
      Map.of("cephfs", "cephFS", "downwardAPI", "downwarAPI");

  private final boolean pod;

  /** The name of the pod; empty if it has none, as in a template. */
  private final String podName;

  VolumeRules(boolean pod, String podName) {
    this.pod = pod;
    this.podName = podName;
  }

  private static Map<String, Consumer<Field>> sources() {
    var sources = new LinkedHashMap<String, Consumer<Field>>();
    sources.put("emptyDir", VolumeRules::checkEmptyDir);
    sources.put("hostPath", VolumeRules::checkHostPath);
    sources.put("gitRepo", VolumeRules::checkGitRepo);
    sources.put("gcePersistentDisk", DiskRules.of("gcePersistentDisk"));
    sources.put("awsElasticBlockStore", DiskRules.of("awsElasticBlockStore"));
    sources.put("secret", source -> ProjectionRules.checkFiles(source, "secretName"));
    sources.put("nfs", VolumeRules::checkNfs);
    sources.put("iscsi", IscsiRules::checkInPod);
    sources.put("glusterfs", DiskRules.declaring("endpoints", "path"));
    sources.put("flocker", DiskRules.of("flocker"));
    sources.put("persistentVolumeClaim", DiskRules.declaring("claimName"));
    sources.put("rbd", DiskRules.of("rbd"));
    sources.put("cinder", source -> DiskRules.checkCinder(source, "name"));
    sources.put("cephfs", DiskRules.of("cephfs"));
    sources.put("quobyte", DiskRules.of("quobyte"));
    sources.put("downwardAPI", ProjectionRules::checkDownward);
    sources.put("fc", DiskRules.of("fc"));
    sources.put("flexVolume", DiskRules.of("flexVolume"));
    sources.put("configMap", source -> ProjectionRules.checkFiles(source, "name"));
    sources.put("azureFile", DiskRules.declaring("secretName", "shareName"));
    sources.put("vsphereVolume", DiskRules.of("vsphereVolume"));
    sources.put("photonPersistentDisk", DiskRules.of("photonPersistentDisk"));
    sources.put("portworxVolume", DiskRules.of("portworxVolume"));
    sources.put("azureDisk", DiskRules.of("azureDisk"));
    sources.put("storageos", source -> DiskRules.checkStorageOs(source, "name"));
    sources.put("projected", ProjectionRules::check);
    sources.put("scaleIO", DiskRules.of("scaleIO"));
    sources.put("csi", VolumeRules::checkCsi);
    sources.put("ephemeral", VolumeRules::checkEphemeral);
    sources.put("image", VolumeRules::checkNothing);
    return sources;
  }

  /**
   * Image sources are validated in {@code checkInPod}, which knows whether the volume is in a pod.
   */
  private static void checkNothing(Field source) {}

  /** Validates all volumes. Returns the valid ones by name. */
  Map<String, Field> check(Field volumes) {
    var valid = new HashMap<String, Field>();
    Set<String> created = new HashSet<>();
    volumes.items().stream()
        .filter(volume -> !podName.isEmpty() && volume.at("ephemeral").present())
        .forEach(volume -> created.add(podName + "-" + volume.at("name").text()));
    volumes.each(
        volume -> {
          if (checkOne(volume, valid.keySet())) {
            valid.put(volume.at("name").text(), volume);
          }
          Field claim = volume.at("persistentVolumeClaim", "claimName");
          if (created.contains(claim.text())) {
            claim.invalid("must not reference a PVC that gets created for an ephemeral volume");
          }
        });
    return valid;
  }

  private boolean checkOne(Field volume, Set<String> names) {
    return volume.passes(
        () -> {
          checkSource(volume);
          volume.at("name").requireMatch(TextForm.DNS_LABEL);
          if (names.contains(volume.at("name").text())) {
            volume.at("name").duplicate();
          }
        });
  }

  private void checkSource(Field volume) {
    // A volume without a source is an emptyDir.
    boolean found = false;
    for (Map.Entry<String, Consumer<Field>> each : SOURCES.entrySet()) {
      Field source = volume.at(each.getKey());
      if (source.present() && found) {
        volume
            .at(OTHER_NAMES.getOrDefault(each.getKey(), each.getKey()))
            .forbidden("may not specify more than 1 volume type");
      } else if (source.present()) {
        found = true;
        each.getValue().accept(source);
        checkInPod(volume);
      }
    }
  }

  private void checkInPod(Field volume) {
    if (volume.at("ephemeral").present() && !podName.isEmpty()) {
      String claim = podName + "-" + volume.at("name").text();
      Field name = volume.at("name");
      TextForm.SUBDOMAIN
          .violations(claim)
          .forEach(rule -> name.invalid("PVC name \"" + claim + "\": " + rule));
    }
    volume
        .at("image")
        .ifPresent(
            image -> {
              if (pod) {
                image.at("reference").requireText();
              }
              image.checkDeclared("pullPolicy");
            });
  }

  private static void checkEmptyDir(Field source) {
    if (source.at("sizeLimit").quantity().signum() < 0) {
      source.at("sizeLimit").forbidden("SizeLimit field must be a valid resource quantity");
    }
  }

  static void checkHostPath(Field source) {
    Field path = source.at("path");
    if (path.isEmpty()) {
      path.required("");
      return;
    }
    PathRules.noBacksteps(path);
    source.checkDeclared("type");
  }

  private static void checkGitRepo(Field source) {
    source.checkDeclared("repository");
    PathRules.descending(source.at("directory"));
  }

  static void checkNfs(Field source) {
    source.checkDeclared("server", "path");
    Field path = source.at("path");
    if (!path.text().startsWith("/")) {
      path.invalid(path.text(), "must be an absolute path");
    }
  }

  private static void checkCsi(Field source) {
    checkDriver(source.at("driver"));
    Field secret = source.at("nodePublishSecretRef");
    if (secret.present() && secret.at("name").isEmpty()) {
      secret.at("name").required("");
    } else if (secret.present()) {
      source.at("name").matches(TextForm.SUBDOMAIN, secret.at("name").text());
    }
  }

  /** Validates a driver name: a subdomain, in upper or lower case. */
  static void checkDriver(Field driver) {
    if (driver.isEmpty()) {
      driver.required("");
      return;
    }
    driver.noLongerThan(63);
    TextForm.SUBDOMAIN.violations(driver.text().toLowerCase(Locale.ROOT)).forEach(driver::invalid);
  }

  private static void checkEphemeral(Field source) {
    Field template = source.at("volumeClaimTemplate");
    if (template.absent()) {
      template.required("");
      return;
    }
    MetadataRules.checkTemplate(template.at("metadata"), template.at("metadata").path());
    ClaimRules.checkSpec(template.at("spec"));
  }
}
