package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import java.util.ArrayList;
import java.util.List;

/** The finalizers that protect storage objects while they are in use. */
public final class StorageFinalizers {
  public static final String OF_CLAIMS = "kubernetes.io/pvc-protection";
  public static final String OF_VOLUMES = "kubernetes.io/pv-protection";
  public static final String OF_ATTRIBUTES = "kubernetes.io/vac-protection";

  private StorageFinalizers() {}

  /**
   * Returns the finalizer of a resource; empty if it has none.
   *
   * @param resource such as {@code persistentvolumeclaims}
   */
  public static String of(String resource) {
    return switch (resource) {
      case "persistentvolumeclaims" -> OF_CLAIMS;
      case "persistentvolumes" -> OF_VOLUMES;
      case "volumeattributesclasses.storage.k8s.io" -> OF_ATTRIBUTES;
      default -> "";
    };
  }

  /** Adds a finalizer unless the object has it. */
  public static void add(JsonObject object, String finalizer) {
    Metadata metadata = Metadata.of(object);
    List<String> finalizers = new ArrayList<>(metadata.finalizers());
    if (!finalizers.contains(finalizer)) {
      finalizers.add(finalizer);
      metadata.setFinalizers(finalizers);
    }
  }
}
