package io.listwatch.objects.apply;

import io.listwatch.objects.apply.ManagedEntry.Identity;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The owners of one object, while a write is being entered. Not thread-safe. */
final class Owners {
  /** More updaters than these are merged into one, oldest first. Appliers do not count. */
  static final int MAX_UPDATERS = 10;

  private static final String MERGED = "ancient-changes";

  private static final Comparator<ManagedEntry> OLDEST_FIRST =
      Comparator.comparing(ManagedEntry::time)
          .thenComparing(ManagedEntry::identity, Identity.AS_JSON);

  private final Map<Identity, ManagedEntry> entries = new LinkedHashMap<>();

  private Owners() {}

  static Owners none() {
    return new Owners();
  }

  /**
   * Reads {@code managedFields}.
   *
   * @throws IllegalArgumentException if an entry is none
   */
  static Owners parse(JsonValue managedFields) {
    Owners owners = none();
    for (JsonValue each : managedFields) {
      ManagedEntry entry = ManagedEntry.parse(each);
      owners.entries.put(entry.identity(), entry);
    }
    return owners;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The entry of this identity; null if there is none. */
  @Nullable ManagedEntry find(Identity identity) {
    return entries.get(identity);
  }

  /** What anybody owns, by the version in whose words it is said. */
  Map<String, FieldSet> fields(SpokenVersion spoken) {
    Map<String, FieldSet> fields = new LinkedHashMap<>();
    entries.values().forEach(each -> fields.merge(spoken.of(each), each.fields(), FieldSet::union));
    return fields;
  }

  /** Who speaks a version that there is no more owns nothing. */
  void forget(Predicate<String> gone) {
    entries.values().removeIf(entry -> gone.test(entry.apiVersion()));
  }

  /** Who owns parts of what may have been atomic later owns it whole. */
  void fit(SpokenVersion spoken) {
    entries.replaceAll(
        (identity, entry) -> entry.owning(entry.fields().fitted(spoken.sharing(spoken.of(entry)))));
  }

  /** What was changed or removed is nobody's. */
  void lose(Difference difference) {
    entries.replaceAll(
        (identity, entry) -> {
          return entry.owning(entry.fields().minus(difference.as(entry).any()));
        });
    entries.values().removeIf(entry -> entry.fields().isEmpty());
  }

  /** What was changed and somebody else owns than the one of this identity. */
  Conflicts conflicts(Identity identity, Difference difference) {
    return new Conflicts(
        entries.values().stream()
            .filter(entry -> !entry.identity().equals(identity))
            .map(entry -> entry.owning(entry.fields().intersection(difference.as(entry).changed())))
            .filter(entry -> !entry.fields().isEmpty())
            .sorted(Comparator.comparing(ManagedEntry::identity, Identity.AS_JSON))
            .toList());
  }

  /** Has one entry as it is given, or not at all if it owns nothing. */
  void put(ManagedEntry entry) {
    if (entry.fields().isEmpty()) {
      entries.remove(entry.identity());
    } else {
      entries.put(entry.identity(), entry);
    }
  }

  /** The manager owns these, besides what it still owns. */
  void gain(FieldManager manager, FieldSet fields) {
    if (fields.isEmpty()) {
      return;
    }
    ManagedEntry entry = ManagedEntry.of(manager, ManagedEntry.UPDATE, fields);
    entries.merge(
        entry.identity(), entry, (before, now) -> now.owning(before.fields().union(fields)));
  }

  /**
   * Merges the oldest updaters until there are few enough. Those of one version of the API become
   * one, with the time of the youngest of them.
   */
  void limit() {
    List<ManagedEntry> updaters = new ArrayList<>();
    for (ManagedEntry entry : entries.values()) {
      if (entry.isUpdate()) {
        updaters.add(entry);
      }
    }
    if (updaters.size() <= MAX_UPDATERS) {
      return;
    }
    updaters.sort(OLDEST_FIRST);
    int surplus = updaters.size() - MAX_UPDATERS;
    Map<String, ManagedEntry> oldest = new HashMap<>();
    for (int i = 0; i < updaters.size() && surplus > 0; i++) {
      ManagedEntry entry = updaters.get(i);
      ManagedEntry first = oldest.putIfAbsent(entry.apiVersion(), entry);
      if (first != null) {
        merge(first, entry);
        surplus--;
      }
    }
  }

  private void merge(ManagedEntry first, ManagedEntry entry) {
    ManagedEntry empty =
        new ManagedEntry(MERGED, ManagedEntry.UPDATE, entry.apiVersion(), "", "", FieldSet.empty());
    ManagedEntry merged = entries.get(empty.identity());
    if (merged == null) {
      entries.remove(first.identity());
      merged = empty.owning(first.fields());
    }
    entries.remove(entry.identity());
    entries.put(
        empty.identity(), merged.owning(merged.fields().union(entry.fields())).at(entry.time()));
  }

  boolean equalsButForTimes(Owners other) {
    return withoutTimes().equals(other.withoutTimes());
  }

  private Map<Identity, ManagedEntry> withoutTimes() {
    Map<Identity, ManagedEntry> timeless = new HashMap<>(entries);
    timeless.replaceAll((identity, entry) -> entry.at(""));
    return timeless;
  }

  JsonArray toJson() {
    JsonArray managedFields = new JsonArray();
    entries.values().stream()
        .sorted(ManagedEntry.ORDER)
        .map(ManagedEntry::toJson)
        .forEach(managedFields::add);
    return managedFields;
  }
}
