package io.listwatch.server.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Shows the owners of an object as those of its scale, and takes them back: of all that the object
 * has, a scale knows the number of replicas, and calls it by a name of its own.
 */
public final class ScaleOwners {
  private static final String API_VERSION = "autoscaling/v1";
  private static final FieldSet IN_SCALE = FieldSet.ofMembers("spec.replicas");

  private final ArrayNode parents;
  private final FieldSet inParent;

  /**
   * The owners of an object.
   *
   * @param path to its replicas, as in {@code .spec.replicas}
   */
  public ScaleOwners(ObjectNode object, String path) {
    this.parents =
        object.path("metadata").path("managedFields") instanceof ArrayNode entries
            ? entries
            : object.arrayNode();
    this.inParent = FieldSet.ofMembers(path.substring(1));
  }

  /** The owners of the scale: those of the replicas. */
  public ArrayNode toScale() {
    ArrayNode entries = JsonNodeFactory.instance.arrayNode();
    for (ManagedEntry each : parse(parents)) {
      if (owns(each, inParent)) {
        entries.add(each.in(API_VERSION).owning(IN_SCALE).toJson());
      }
    }
    return entries;
  }

  /**
   * The owners of the object, once the scale has these. Who is new gets no time: the reference does
   * not say when something was scaled.
   */
  public ArrayNode toParent(JsonNode scaleOwners, String apiVersion) {
    List<ManagedEntry> scalers =
        new ArrayList<>(parse(scaleOwners).stream().filter(e -> owns(e, IN_SCALE)).toList());
    List<ManagedEntry> entries = new ArrayList<>();
    for (ManagedEntry each : parse(parents)) {
      Predicate<ManagedEntry> same = scaler -> scaler.isBy(each);
      boolean kept = !owns(each, inParent) || scalers.removeIf(same);
      entries.add(kept ? each : each.owning(each.fields().minus(inParent)));
    }
    for (ManagedEntry each : scalers) {
      entries.add(each.in(apiVersion).at("").owning(inParent));
    }
    ArrayNode owners = JsonNodeFactory.instance.arrayNode();
    entries.stream()
        .filter(entry -> !entry.fields().isEmpty())
        .sorted(ManagedEntry.ORDER)
        .forEach(entry -> owners.add(entry.toJson()));
    return owners;
  }

  private static boolean owns(ManagedEntry entry, FieldSet field) {
    return !entry.fields().intersection(field).isEmpty();
  }

  private static List<ManagedEntry> parse(JsonNode entries) {
    List<ManagedEntry> parsed = new ArrayList<>();
    entries.forEach(each -> parsed.add(ManagedEntry.parse(each)));
    return parsed;
  }
}
