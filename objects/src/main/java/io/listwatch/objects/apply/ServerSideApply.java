package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One apply: somebody says what it wants to be so, and what of that it said before and no longer
 * says goes, unless others own it.
 *
 * <pre>
 *   intent ──▶ type check ──▶ merge into live ──▶ prune ──▶ compare with live ──▶ conflicts?
 *      └─────▶ extraction: what the manager owns from now on ───▲
 * </pre>
 *
 * @param spoken the version of the intent
 * @param ignored what this write cannot change, and so does not own
 * @param nobodys what has no owner
 * @param force whether to take what others own
 */
record ServerSideApply(
    SpokenVersion spoken, FieldManager manager, FieldSet ignored, FieldSet nobodys, boolean force) {

  /**
   * The object as it is to be. The owners are brought up to date with it.
   *
   * @param live without its record of owners
   */
  JsonObject apply(JsonObject live, JsonObject intent, Owners owners) {
    Schema schema = spoken.schema();
    TypeCheck.check(intent, schema);
    FieldSet meant = Extraction.of(intent, schema).minusAllBelow(ignored);
    ManagedEntry entry = ManagedEntry.of(manager, ManagedEntry.APPLY, meant);
    ManagedEntry last = owners.find(entry.identity());
    owners.put(entry);

    JsonObject merged = Merge.of(live, intent, schema);
    JsonObject next = last == null ? merged : new Prune(spoken).of(merged, last, owners);

    var difference = new Difference(live, next, UnaryOperator.identity(), ignored, spoken);
    checkConflicts(live, owners.conflicts(entry.identity(), difference));
    owners.lose(difference);
    boolean changed = !SameValue.test(live, next);
    owners.put(entry.owning(meant.minus(nobodys)).at(changed ? entry.time() : timeOf(last)));
    return manager.name().equals(LastApplied.MANAGER) ? LastApplied.renewed(next, intent) : next;
  }

  private void checkConflicts(JsonObject live, Conflicts conflicts) {
    if (force || conflicts.isEmpty()) {
      return;
    }
    Conflicts serious =
        manager.name().equals(LastApplied.MANAGER)
            ? conflicts.without(LastApplied.fields(live, spoken.schema()))
            : conflicts;
    if (!serious.isEmpty()) {
      throw serious.toException();
    }
  }

  /** Who makes no difference to the object is entered without a time, as the reference does. */
  private static String timeOf(@Nullable ManagedEntry last) {
    return last == null ? "" : last.time();
  }
}
