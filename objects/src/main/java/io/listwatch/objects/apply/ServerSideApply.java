package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One server-side apply: merges the configuration that a manager sends into the live object, and
 * removes the fields that it has dropped since its last apply, unless others own them.
 *
 * <pre>
 *   intent ──▶ type check ──▶ merge into live ──▶ prune ──▶ compare with live ──▶ conflicts?
 *      └─────▶ extraction: fields the manager owns from now on ──▲
 * </pre>
 *
 * @param request the API version of the intent
 * @param ignored the fields that this write cannot change, and so does not own
 * @param unowned the fields without an owner
 * @param force true to take fields from other managers
 */
record ServerSideApply(
    RequestVersion request,
    FieldManager manager,
    FieldSet ignored,
    FieldSet unowned,
    boolean force) {

  /**
   * Returns the object to be written, and updates the owners.
   *
   * @param live without its managed fields
   */
  JsonObject apply(JsonObject live, JsonObject intent, Owners owners) {
    Schema schema = request.schema();
    TypeCheck.check(intent, schema);
    FieldSet meant = Extraction.of(intent, schema).minusAllBelow(ignored);
    ManagedEntry entry = ManagedEntry.of(manager, ManagedEntry.APPLY, meant);
    ManagedEntry last = owners.find(entry.identity());
    owners.put(entry);

    JsonObject merged = Merge.of(live, intent, schema);
    JsonObject next = last == null ? merged : new Prune(request).of(merged, last, entry, owners);

    var difference = new Difference(live, next, UnaryOperator.identity(), ignored, request);
    checkConflicts(live, owners.conflicts(entry.identity(), difference));
    owners.lose(difference);
    boolean changed = !SameValue.test(live, next);
    owners.put(entry.owning(meant.minus(unowned)).at(changed ? entry.time() : timeOf(last)));
    return manager.name().equals(LastApplied.MANAGER) ? LastApplied.renewed(next, intent) : next;
  }

  private void checkConflicts(JsonObject live, Conflicts conflicts) {
    if (force || conflicts.isEmpty()) {
      return;
    }
    Conflicts serious =
        manager.name().equals(LastApplied.MANAGER)
            ? conflicts.without(LastApplied.fields(live, request.schema()))
            : conflicts;
    if (!serious.isEmpty()) {
      throw serious.toException();
    }
  }

  /**
   * Returns the timestamp of an apply that does not change the object: that of the manager's last
   * apply, or none.
   */
  private static String timeOf(@Nullable ManagedEntry last) {
    return last == null ? "" : last.time();
  }
}
