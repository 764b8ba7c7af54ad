package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import java.util.ArrayList;
import java.util.List;

/** The finalizers that protect storage objects while they are in use. New objects get them. */
public final class StorageFinalizers {
  public static final String OF_CLAIMS = "kubernetes.io/pvc-protection";
  public static final String OF_VOLUMES = "kubernetes.io/pv-protection";
  public static final String OF_ATTRIBUTES = "kubernetes.io/vac-protection";

  private StorageFinalizers() {}

  static void add(JsonObject object, String finalizer) {
    Metadata metadata = Metadata.of(object);
    List<String> finalizers = new ArrayList<>(metadata.finalizers());
    if (!finalizers.contains(finalizer)) {
      finalizers.add(finalizer);
      metadata.setFinalizers(finalizers);
    }
  }
}
