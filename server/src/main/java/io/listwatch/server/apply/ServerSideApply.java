package io.listwatch.server.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.Schema;
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
 * @param ignored what this write cannot change, and so does not own
 * @param nobodys what has no owner
 * @param force whether to take what others own
 */
record ServerSideApply(
    Schema schema, FieldManager manager, FieldSet ignored, FieldSet nobodys, boolean force) {

  /**
   * The object as it is to be. The owners are brought up to date with it.
   *
   * @param live without its record of owners
   */
  ObjectNode apply(ObjectNode live, ObjectNode intent, Owners owners) {
    TypeCheck.check(intent, schema);
    FieldSet meant = Extraction.of(intent, schema).minusAllBelow(ignored);
    ManagedEntry entry = ManagedEntry.of(manager, ManagedEntry.APPLY, meant);
    ManagedEntry last = owners.find(entry.identity());
    owners.put(entry);

    ObjectNode merged = Merge.of(live, intent, schema);
    FieldSet lastFields = last == null ? FieldSet.empty() : last.fields();
    ObjectNode next = new Prune(schema).of(merged, lastFields, owners.fields());

    Comparison comparison = Comparison.of(live, next, schema).without(ignored);
    checkConflicts(live, owners.conflicts(entry.identity(), comparison.changed()));
    owners.lose(comparison);
    boolean changed = !SameValue.test(live, next);
    owners.put(entry.owning(meant.minus(nobodys)).at(changed ? entry.time() : timeOf(last)));
    return manager.name().equals(LastApplied.MANAGER) ? LastApplied.renewed(next, intent) : next;
  }

  private void checkConflicts(ObjectNode live, Conflicts conflicts) {
    if (force || conflicts.isEmpty()) {
      return;
    }
    Conflicts serious =
        manager.name().equals(LastApplied.MANAGER)
            ? conflicts.without(LastApplied.fields(live, schema))
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
