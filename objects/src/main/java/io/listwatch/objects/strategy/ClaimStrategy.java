package io.listwatch.objects.strategy;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.Quantities;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The strategy of PersistentVolumeClaims: a new claim is Pending, and gets the default storage
 * class unless it names one.
 */
public final class ClaimStrategy extends BuiltInStrategy {
  /** The annotation that preceded {@code storageClassName}. */
  private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

  /** The kinds that {@code dataSource} may refer to, with their groups. */
  private static final Set<String> ORIGINS =
      Set.of("/PersistentVolumeClaim", "snapshot.storage.k8s.io/VolumeSnapshot");

  private static final String NOT_BOUND = "Only bound persistent volume claims can be expanded";
  private static final String FIXED =
      "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc"
          + " must support resize";

  private final ResourceType type;
  private final String defaultClass;
  private final @Nullable Set<String> growing;

  /**
   * @param defaultClass the default storage class; empty if there is none
   * @param growing the storage classes that allow volume expansion; null if all do
   */
  private ClaimStrategy(WrittenKind kind, String defaultClass, @Nullable Set<String> growing) {
    super(kind);
    this.type = kind.type();
    this.defaultClass = defaultClass;
    this.growing = growing;
  }

  public static ClaimStrategy ofNew(WrittenKind kind, String defaultClass) {
    return new ClaimStrategy(kind, defaultClass, Set.of());
  }

  public static ClaimStrategy ofChanged(WrittenKind kind, Set<String> growing) {
    return new ClaimStrategy(kind, "", growing);
  }

  /** Returns a strategy without the plug-in PersistentVolumeClaimResize. */
  public static ClaimStrategy ofAnySize(WrittenKind kind) {
    return new ClaimStrategy(kind, "", null);
  }

  @Override
  public void mutate(JsonObject object) {
    if (!defaultClass.isEmpty() && !namesClass(object)) {
      object.withObject("spec").put("storageClassName", defaultClass);
    }
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    object.putObject("status").put("phase", "Pending");
    JsonObject spec = object.withObject("spec");
    dropForeign(spec);
    namePopulator(spec);
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    JsonObject spec = next.withObject("spec");
    JsonValue before = old.path("spec");
    if (!before.hasNonNull("dataSource") && !before.hasNonNull("dataSourceRef")) {
      dropForeign(spec);
    }
    namePopulator(spec);
  }

  /** True if the claim names a class. An empty name counts: it means no class. */
  public static boolean namesClass(JsonObject claim) {
    return claim.path("spec").hasNonNull("storageClassName")
        || Metadata.of(claim).node().path("annotations").has(OLD_CLASS);
  }

  /** Drops data sources of other kinds, and references to other namespaces. */
  private static void dropForeign(JsonObject spec) {
    JsonValue source = spec.path("dataSource");
    String origin = source.path("apiGroup").asText("") + "/" + source.path("kind").asText("");
    if (!ORIGINS.contains(origin)) {
      spec.remove("dataSource");
    }
    if (!spec.path("dataSourceRef").path("namespace").asText("").isEmpty()) {
      spec.remove("dataSourceRef");
    }
  }

  /** Copies {@code dataSource} to {@code dataSourceRef} or back, if only one is set. */
  private static void namePopulator(JsonObject spec) {
    JsonValue source = spec.path("dataSource");
    JsonValue reference = spec.path("dataSourceRef");
    if (source.isObject() && !reference.isObject()) {
      spec.set("dataSourceRef", source.deepCopy());
    } else if (reference.isObject() && !source.isObject() && !reference.hasNonNull("namespace")) {
      spec.set("dataSource", reference.deepCopy());
    }
  }

  /** Allows expansion only of bound claims whose class allows it. */
  @Override
  public void admit(JsonObject next, @Nullable JsonObject old) {
    if (old == null || growing == null || size(next).compareTo(size(old)) <= 0) {
      return;
    }
    String name = Metadata.of(next).name();
    if (!old.path("status").path("phase").asText().equals("Bound")) {
      throw Forbidden.write(type, name, NOT_BOUND);
    }
    String storageClass = classOf(next);
    if (!storageClass.equals(classOf(old)) || !growing.contains(storageClass)) {
      throw Forbidden.write(type, name, FIXED);
    }
  }

  private static BigDecimal size(JsonObject claim) {
    return Quantities.decimalValue(claim.at("/spec/resources/requests/storage").asText("0"));
  }

  private static String classOf(JsonObject claim) {
    JsonValue old = Metadata.of(claim).node().path("annotations").path(OLD_CLASS);
    return old.isText() ? old.asText() : claim.at("/spec/storageClassName").asText();
  }
}
