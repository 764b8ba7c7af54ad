package io.listwatch.server.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.Schema;

/**
 * Takes out of a merged object what its applier meant the last time, does not mean any more, and
 * nobody else owns.
 */
final class Prune {
  private final Schema schema;

  Prune(Schema schema) {
    this.schema = schema;
  }

  /**
   * The object without what was given up.
   *
   * @param last what the applier owned before
   * @param owned what anybody owns now, the applier included
   */
  ObjectNode of(ObjectNode merged, FieldSet last, FieldSet owned) {
    if (last.isEmpty()) {
      return merged;
    }
    FieldSet before = last.withNamedFields(schema);
    FieldSet all = paths(merged);
    // What goes with the last set goes with all below it, whoever owns that; so it is taken out in
    // three steps: too much, what nobody owns, and of that what was the applier's.
    FieldSet untouched = paths(Removal.of(merged, before, schema));
    FieldSet kept = untouched.union(owned.withNamedFields(schema));
    FieldSet left = paths(Removal.of(merged, all.minus(kept), schema));
    return Removal.of(merged, all.minus(left).intersection(before), schema);
  }

  private FieldSet paths(ObjectNode object) {
    return Extraction.of(object, schema).withNamedFields(schema);
  }
}
