package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import java.util.Map;

/**
 * Takes out of a merged object what its applier meant the last time, does not mean any more, and
 * nobody else owns. The last time was perhaps in another version: then it is taken out in that.
 */
final class Prune {
  private final SpokenVersion spoken;

  Prune(SpokenVersion spoken) {
    this.spoken = spoken;
  }

  /**
   * The object without what was given up.
   *
   * @param last what the applier owned before
   * @param owners all there are now, the applier included
   */
  JsonObject of(JsonObject merged, ManagedEntry last, Owners owners) {
    if (last.fields().isEmpty()) {
      return merged;
    }
    String version = spoken.of(last);
    Schema schema = spoken.sharing(version);
    JsonObject all = spoken.in(version, merged);
    FieldSet before = last.fields().withNamedFields(schema);
    // What goes with the last set goes with all below it, whoever owns that; so it is taken out in
    // three steps: too much, what nobody owns, and of that what was the applier's.
    JsonObject rest = Removal.of(all, before, schema);
    for (Map.Entry<String, FieldSet> owned : owners.fields(spoken).entrySet()) {
      rest = withOwned(rest, merged, owned.getKey(), owned.getValue());
    }
    FieldSet left = paths(spoken.in(version, rest), schema);
    FieldSet given = paths(all, schema).minus(left).intersection(before);
    return spoken.in(spoken.apiVersion(), Removal.of(all, given, schema));
  }

  /** Puts back what is owned in a version. The result is of that version. */
  private JsonObject withOwned(JsonObject rest, JsonObject merged, String version, FieldSet owned) {
    Schema schema = spoken.sharing(version);
    JsonObject all = spoken.in(version, merged);
    FieldSet kept = paths(spoken.in(version, rest), schema).union(owned.withNamedFields(schema));
    return Removal.of(all, paths(all, schema).minus(kept), schema);
  }

  private static FieldSet paths(JsonObject object, Schema schema) {
    return Extraction.of(object, schema).withNamedFields(schema);
  }
}
