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
 * Shows the owners of an object as those of its scale, and takes them back: of all that the object
 * has, a scale knows the number of replicas, and calls it by a name of its own.
 */
public final class ScaleOwners {
  private static final String API_VERSION = "autoscaling/v1";
  private static final FieldSet IN_SCALE = FieldSet.ofMembers("spec.replicas");

  private final JsonArray parents;
  private final FieldSet inParent;

  /**
   * The owners of an object.
   *
   * @param path to its replicas, as in {@code .spec.replicas}
   */
  public ScaleOwners(JsonObject object, String path) {
    this.parents =
        object.path("metadata").path("managedFields") instanceof JsonArray entries
            ? entries
            : new JsonArray();
    this.inParent = FieldSet.ofMembers(path.substring(1));
  }

  /** The owners of the scale: those of the replicas. */
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
   * The owners of the object, once the scale has these. Who is new gets no time: the reference does
   * not say when something was scaled. Updaters are always new, as they are known by the version
   * that they speak; what one of them owned in the object goes over to an entry of its own.
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

  /** Of two entries that cannot be told apart, the later one counts. */
  private static Collection<ManagedEntry> parse(JsonValue entries) {
    Map<ManagedEntry.Identity, ManagedEntry> parsed = new LinkedHashMap<>();
    for (JsonValue each : entries) {
      ManagedEntry entry = ManagedEntry.parse(each);
      parsed.put(entry.identity(), entry);
    }
    return parsed.values();
  }
}
