package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts PersistentVolumeClaims and the storage they request, in total and for each storage class.
 */
final class ClaimEvaluator implements QuotaEvaluator {
  private static final String CLAIMS = "persistentvolumeclaims";
  private static final String STORAGE = "requests.storage";
  private static final String OF_CLASS = ".storageclass.storage.k8s.io/";
  private static final Set<String> COUNTED = Set.of(CLAIMS, STORAGE, "count/" + CLAIMS);

  @Override
  public boolean handles(String subresource, JsonValue object, @Nullable JsonValue old) {
    return subresource.isEmpty()
        || (subresource.equals("status")
            && old != null
            && (!allocated(object).equals(allocated(old))
                || !attributesClasses(object).equals(attributesClasses(old))));
  }

  @Override
  public Set<String> matching(Collection<String> names) {
    Set<String> found = new TreeSet<>();
    for (String each : names) {
      if (COUNTED.contains(each)
          || each.endsWith(OF_CLASS + CLAIMS)
          || each.endsWith(OF_CLASS + STORAGE)) {
        found.add(each);
      }
    }
    return found;
  }

  @Override
  public boolean isIn(QuotaScope scope, JsonValue object) {
    if (!scope.name().equals("VolumeAttributesClass")) {
      return false;
    }
    Set<String> classes = attributesClasses(object);
    return classes.isEmpty() ? scope.selects("") : classes.stream().anyMatch(scope::selects);
  }

  /**
   * Returns the names of the VolumeAttributesClasses that the claim requests, has, or is changing
   * to.
   */
  private static Set<String> attributesClasses(JsonValue claim) {
    Set<String> names = new TreeSet<>();
    Stream.of(
            claim.path("spec").path("volumeAttributesClassName"),
            claim.path("status").path("currentVolumeAttributesClassName"),
            claim.path("status").path("modifyVolumeStatus").path("targetVolumeAttributesClassName"))
        .map(JsonValue::asText)
        .filter(name -> !name.isEmpty())
        .forEach(names::add);
    return names;
  }

  @Override
  public ResourceQuantities usage(JsonValue object, Instant now) {
    var usage = new TreeMap<String, String>();
    String storage = storage(object);
    String storageClass = storageClass(object);
    usage.put("count/" + CLAIMS, "1");
    for (String prefix :
        storageClass.isEmpty() ? List.of("") : List.of("", storageClass + OF_CLASS)) {
      usage.put(prefix + CLAIMS, "1");
      if (!storage.isEmpty()) {
        usage.put(prefix + STORAGE, storage);
      }
    }
    return ResourceQuantities.of(usage);
  }

  private static String storageClass(JsonValue claim) {
    JsonValue annotation =
        claim.path("metadata").path("annotations").path("volume.beta.kubernetes.io/storage-class");
    return annotation.isText()
        ? annotation.asText()
        : claim.path("spec").path("storageClassName").asText();
  }

  /** Returns the larger of the requested and the allocated storage. */
  private static String storage(JsonValue claim) {
    String requested =
        claim.path("spec").path("resources").path("requests").path("storage").asText();
    String allocated = allocated(claim);
    if (requested.isEmpty()) {
      return "";
    }
    boolean more =
        Quantities.decimalValue(allocated).compareTo(Quantities.decimalValue(requested)) > 0;
    return Quantities.whole(more ? allocated : requested);
  }

  private static String allocated(JsonValue claim) {
    return claim.path("status").path("allocatedResources").path("storage").asText();
  }
}
