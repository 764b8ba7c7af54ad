package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Validates the in-tree volume sources of clouds and storage clusters, in pods and in
 * PersistentVolumes. CSI drivers serve most of them today.
 */
final class DiskRules {
  private static final int MAX_TENANT = 64;
  private static final String BLOB_DISK =
      "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";
  private static final String MANAGED_DISK =
      "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
  private static final String REGISTRY_RULE =
      "must be a host:port pair or multiple pairs separated by commas";

  private DiskRules() {}

  /**
   * Returns the rules that a source has in pods as well as in PersistentVolumes.
   *
   * @param member the name of the source in a volume
   */
  static Consumer<Field> of(String member) {
    return switch (member) {
      case "awsElasticBlockStore" -> source -> checkPartitioned(source, "volumeID");
      case "azureDisk" -> DiskRules::checkAzure;
      case "cephfs" -> declaring("monitors");
      case "fc" -> DiskRules::checkFibreChannel;
      case "flexVolume" -> DiskRules::checkFlexible;
      case "flocker" -> DiskRules::checkFlocker;
      case "gcePersistentDisk" -> DiskRules::checkGoogle;
      case "photonPersistentDisk" -> declaring("pdID");
      case "portworxVolume" -> declaring("volumeID");
      case "quobyte" -> DiskRules::checkQuobyte;
      case "rbd" -> declaring("monitors", "image");
      case "scaleIO" -> declaring("gateway", "system", "volumeName");
      case "vsphereVolume" -> declaring("volumePath");
      default ->
          throw new IllegalArgumentException(
              "member: %s (expected: a source of volumes)".formatted(member));
    };
  }

  /** Returns a rule that applies only the checks that the type table declares for these members. */
  static Consumer<Field> declaring(String... members) {
    return source -> source.checkDeclared(members);
  }

  /** kube-apiserver reports {@code gcePersistentDisk} as {@code persistentDisk}. */
  private static void checkGoogle(Field source) {
    checkPartitioned(source.called(source.path().renamed("persistentDisk")), "pdName");
  }

  /** Validates a disk that may have a partition number. */
  private static void checkPartitioned(Field source, String name) {
    source.checkDeclared(name, "partition");
  }

  private static void checkAzure(Field source) {
    source.checkDeclared("diskName", "diskURI", "cachingMode", "kind");
    Field uri = source.at("diskURI");
    Field kind = source.at("kind");
    if (kind.is("Managed") && !uri.text().startsWith("/subscriptions/")) {
      uri.unsupported(uri.text(), List.of(MANAGED_DISK));
    } else if (!kind.is("Managed") && !uri.text().startsWith("https://")) {
      uri.unsupported(uri.text(), List.of(BLOB_DISK));
    }
  }

  private static void checkFibreChannel(Field source) {
    Field targets = source.at("targetWWNs");
    boolean identified = !source.at("wwids").isEmpty();
    if (targets.isEmpty() && !identified) {
      targets.required("must specify either targetWWNs or wwids, but not both");
    } else if (!targets.isEmpty() && identified) {
      targets.invalid("targetWWNs and wwids can not be specified simultaneously");
    }
    Field unit = source.at("lun");
    if (!targets.isEmpty() && unit.absent()) {
      unit.required("lun is required if targetWWNs is specified");
    } else if (!targets.isEmpty()) {
      unit.checkDeclared();
    }
  }

  private static void checkFlocker(Field source) {
    Field name = source.at("datasetName");
    boolean identified = !source.at("datasetUUID").isEmpty();
    if (name.isEmpty() && !identified) {
      source.required("one of datasetName and datasetUUID is required");
    } else if (!name.isEmpty() && identified) {
      source.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
    }
    if (name.text().contains("/")) {
      name.invalid("must not contain '/'");
    }
  }

  private static void checkQuobyte(Field source) {
    Field registry = source.at("registry");
    Field tenant = source.at("tenant");
    if (registry.isEmpty()) {
      registry.required(REGISTRY_RULE);
    } else if (tenant.bytes() > MAX_TENANT) {
      tenant.required("must be a UUID and may not exceed a length of 64 characters");
    } else if (!isRegistry(registry.text())) {
      registry.invalid(REGISTRY_RULE);
    }
    source.checkDeclared("volume");
  }

  private static boolean isRegistry(String registry) {
    return List.of(registry.split(",", -1)).stream()
        .allMatch(pair -> pair.indexOf(':') >= 0 && pair.indexOf(':') == pair.lastIndexOf(':'));
  }

  static void checkCinder(Field source, String... secretMembers) {
    source.checkDeclared("volumeID");
    source.at("secretRef").ifPresent(secret -> requireAll(secret, secretMembers));
  }

  static void checkStorageOs(Field source, String... secretMembers) {
    source.at("volumeName").requireMatch(TextForm.DNS_LABEL);
    source.at("volumeNamespace").mayMatch(TextForm.DNS_LABEL);
    source.at("secretRef").ifPresent(secret -> requireAll(secret, secretMembers));
  }

  /**
   * Requires all of the members. The type table cannot declare this: other sources use the same
   * secret types, and there these members are optional.
   */
  private static void requireAll(Field secret, String... members) {
    for (String member : members) {
      secret.at(member).requireText();
    }
  }

  private static void checkFlexible(Field source) {
    source.checkDeclared("driver");
    source
        .at("options")
        .entries()
        .forEach(
            (key, option) -> {
              if (isReserved(key)) {
                option.invalid(key, "kubernetes.io and k8s.io namespaces are reserved");
              }
            });
  }

  private static boolean isReserved(String key) {
    String domain = "." + key.toLowerCase(Locale.ROOT).split("/", -1)[0];
    return domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io");
  }
}
