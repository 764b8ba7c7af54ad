package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts the managed fields of an object to those of its {@code scale} subresource and back. The
 * number of replicas is the only field that both have, at different paths.
 */
public final class ScaleOwners {
  private static final String API_VERSION = "autoscaling/v1";
  private static final FieldSet IN_SCALE = FieldSet.ofMembers("spec.replicas");

  private final JsonArray parents;
  private final FieldSet inParent;

  /**
   * @param path the path to the object's replicas, as in {@code .spec.replicas}
   */
  public ScaleOwners(JsonObject object, String path) {
    this.parents =
        object.path("metadata").path("managedFields") instanceof JsonArray entries
            ? entries
            : new JsonArray();
    this.inParent = FieldSet.ofMembers(path.substring(1));
  }

  /** Returns the managed fields of the scale: the owners of the replicas. */
  public JsonArray toScale() {
    JsonArray entries = new JsonArray();
    for (ManagedEntry each : parse(parents)) {
      if (owns(each, inParent)) {
        entries.add(each.in(API_VERSION).owning(IN_SCALE).toJson().deepCopy());
      }
    }
    return entries;
  }

  /**
   * Returns the managed fields of the object, given those of the scale. New owners have no
   * timestamp, because kube-apiserver records none for a scale. Updaters are always new, because
   * their identity includes the API version; a field that one of them owned in the object moves to
   * its new entry.
   */
  public JsonArray toParent(JsonValue scaleOwners, String apiVersion) {
    List<ManagedEntry> scalers =
        new ArrayList<>(parse(scaleOwners).stream().filter(e -> owns(e, IN_SCALE)).toList());
    List<ManagedEntry> entries = new ArrayList<>();
    for (ManagedEntry each : parse(parents)) {
      boolean kept =
          !owns(each, inParent)
              || scalers.removeIf(scaler -> scaler.identity().equals(each.identity()));
      entries.add(kept ? each : each.owning(each.fields().minus(inParent)));
    }
    for (ManagedEntry each : scalers) {
      entries.add(each.in(apiVersion).at("").owning(inParent));
    }
    JsonArray owners = new JsonArray();
    entries.stream()
        .filter(entry -> !entry.fields().isEmpty())
        .sorted(ManagedEntry.ORDER)
        .forEach(entry -> owners.add(entry.toJson()));
    return owners;
  }

  private static boolean owns(ManagedEntry entry, FieldSet field) {
    return !entry.fields().intersection(field).isEmpty();
  }

  /** Of two entries with the same identity, the later one counts. */
  private static Collection<ManagedEntry> parse(JsonValue entries) {
    Map<ManagedEntry.Identity, ManagedEntry> parsed = new LinkedHashMap<>();
    for (JsonValue each : entries) {
      ManagedEntry entry = ManagedEntry.parse(each, 0);
      parsed.put(entry.identity(), entry);
    }
    return parsed.values();
  }
}
