package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.Map;
import java.util.Optional;

/**
 * The types of {@code request} and {@code namespaceObject} in admission expressions. They have the
 * fields that kube-apiserver declares, which are fewer than those of an AdmissionRequest or a
 * Namespace.
 */
final class AdmissionTypes implements CelTypeProvider {
  private static final CelType TEXT = SimpleType.STRING;
  private static final CelType TEXTS = ListType.create(TEXT);
  private static final CelType TEXT_BY_NAME = MapType.create(TEXT, TEXT);

  private static final StructType KIND =
      struct("GroupVersionKind", Map.of("group", TEXT, "version", TEXT, "kind", TEXT));
  private static final StructType RESOURCE =
      struct("GroupVersionResource", Map.of("group", TEXT, "version", TEXT, "resource", TEXT));
  private static final StructType USER =
      struct(
          "UserInfo",
          Map.of(
              "username",
              TEXT,
              "uid",
              TEXT,
              "groups",
              TEXTS,
              "extra",
              MapType.create(TEXT, TEXTS)));

  static final StructType REQUEST =
      struct(
          "AdmissionRequest",
          ImmutableMap.<String, CelType>builder()
              .put("kind", KIND)
              .put("resource", RESOURCE)
              .put("subResource", TEXT)
              .put("requestKind", KIND)
              .put("requestResource", RESOURCE)
              .put("requestSubResource", TEXT)
              .put("name", TEXT)
              .put("namespace", TEXT)
              .put("operation", TEXT)
              .put("userInfo", USER)
              .put("dryRun", SimpleType.BOOL)
              .put("options", SimpleType.DYN)
              .buildOrThrow());

  private static final StructType SPEC = struct("NamespaceSpec", Map.of("finalizers", TEXTS));
  private static final StructType CONDITION =
      struct(
          "NamespaceCondition",
          Map.of(
              "status", TEXT,
              "type", TEXT,
              "lastTransitionTime", SimpleType.TIMESTAMP,
              "message", TEXT,
              "reason", TEXT));
  private static final StructType STATUS =
      struct("NamespaceStatus", Map.of("conditions", ListType.create(CONDITION), "phase", TEXT));
  private static final StructType METADATA =
      struct(
          "NamespaceMetadata",
          ImmutableMap.<String, CelType>builder()
              .put("name", TEXT)
              .put("generateName", TEXT)
              .put("namespace", TEXT)
              .put("labels", TEXT_BY_NAME)
              .put("annotations", TEXT_BY_NAME)
              .put("UID", TEXT)
              .put("creationTimestamp", SimpleType.TIMESTAMP)
              .put("deletionGracePeriodSeconds", SimpleType.INT)
              .put("deletionTimestamp", SimpleType.TIMESTAMP)
              .put("generation", SimpleType.INT)
              .put("resourceVersion", TEXT)
              .put("finalizers", TEXTS)
              .buildOrThrow());

  static final StructType NAMESPACE =
      struct("Namespace", Map.of("metadata", METADATA, "spec", SPEC, "status", STATUS));

  static final AdmissionTypes INSTANCE = new AdmissionTypes();

  private static final ImmutableList<CelType> ALL =
      ImmutableList.of(REQUEST, KIND, RESOURCE, USER, NAMESPACE, METADATA, SPEC, STATUS, CONDITION);

  private AdmissionTypes() {}

  /** Returns a type with these fields. Its name has kube-apiserver's prefix. */
  static StructType struct(String name, Map<String, CelType> fields) {
    ImmutableMap<String, CelType> known = ImmutableMap.copyOf(fields);
    return StructType.create(
        "kubernetes." + name, known.keySet(), field -> Optional.ofNullable(known.get(field)));
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return ALL;
  }

  @Override
  public Optional<CelType> findType(String typeName) {
    return ALL.stream().filter(type -> type.name().equals(typeName)).findFirst();
  }
}
