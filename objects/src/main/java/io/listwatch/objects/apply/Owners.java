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

/** The managed fields of one object while a write is recorded. Not thread-safe. */
final class Owners {
  /** The number of updaters above which the oldest are merged into one. Appliers do not count. */
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
   * Parses {@code managedFields}.
   *
   * @throws IllegalArgumentException if an entry is malformed
   */
  static Owners parse(JsonValue managedFields) {
    Owners owners = none();
    int index = 0;
    for (JsonValue each : managedFields) {
      ManagedEntry entry = ManagedEntry.parse(each, index++);
      owners.entries.put(entry.identity(), entry);
    }
    return owners;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Returns the entry of this identity; null if there is none. */
  @Nullable ManagedEntry find(Identity identity) {
    return entries.get(identity);
  }

  /** Returns all owned fields, by the API version in which they are recorded. */
  Map<String, FieldSet> fields(RequestVersion request) {
    Map<String, FieldSet> fields = new LinkedHashMap<>();
    entries
        .values()
        .forEach(each -> fields.merge(request.of(each), each.fields(), FieldSet::union));
    return fields;
  }

  /** Removes the entries of API versions that no longer exist. */
  void forget(Predicate<String> gone) {
    entries.values().removeIf(entry -> gone.test(entry.apiVersion()));
  }

  /**
   * Adapts the owners to the current schema: a manager of parts of a value that has become atomic
   * owns the whole value.
   */
  void fit(RequestVersion request) {
    entries.replaceAll(
        (identity, entry) ->
            entry.owning(entry.fields().fitted(request.sharing(request.of(entry)))));
  }

  /** Removes changed and removed fields from all their owners. */
  void lose(Difference difference) {
    entries.replaceAll(
        (identity, entry) -> {
          return entry.owning(entry.fields().minus(difference.as(entry).any()));
        });
    entries.values().removeIf(entry -> entry.fields().isEmpty());
  }

  /** Returns the changed fields that other managers own. */
  Conflicts conflicts(Identity identity, Difference difference) {
    return new Conflicts(
        entries.values().stream()
            .filter(entry -> !entry.identity().equals(identity))
            .map(entry -> entry.owning(entry.fields().intersection(difference.as(entry).changed())))
            .filter(entry -> !entry.fields().isEmpty())
            .sorted(Comparator.comparing(ManagedEntry::identity, Identity.AS_JSON))
            .toList());
  }

  /** Adds or replaces an entry, or removes it if it has no fields. */
  void put(ManagedEntry entry) {
    if (entry.fields().isEmpty()) {
      entries.remove(entry.identity());
    } else {
      entries.put(entry.identity(), entry);
    }
  }

  /** Adds fields to those of a manager. */
  void gain(FieldManager manager, FieldSet fields) {
    if (fields.isEmpty()) {
      return;
    }
    ManagedEntry entry = ManagedEntry.of(manager, ManagedEntry.UPDATE, fields);
    entries.merge(
        entry.identity(), entry, (before, now) -> now.owning(before.fields().union(fields)));
  }

  /**
   * Merges the oldest updaters until at most {@link #MAX_UPDATERS} are left. Those with the same
   * API version become one, with the time of the newest.
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
