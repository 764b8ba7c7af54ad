package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import java.util.Map;

/**
 * Removes the fields that an applier has dropped from its configuration and that no other manager
 * owns. Fields that were applied in another API version are removed in that version.
 */
final class Prune {
  private final RequestVersion request;

  Prune(RequestVersion request) {
    this.request = request;
  }

  /**
   * Returns the object without the dropped fields.
   *
   * @param last the applier's entry before this apply
   * @param now the applier's entry from this apply on
   * @param owners all current owners, including the applier
   */
  JsonObject of(JsonObject merged, ManagedEntry last, ManagedEntry now, Owners owners) {
    if (last.fields().isEmpty() || !drops(last, now)) {
      return merged;
    }
    String version = request.of(last);
    Schema schema = request.sharing(version);
    JsonObject all = request.in(version, merged);
    FieldSet before = last.fields().withNamedFields(schema);
    // Removing a field also removes everything below it, even if other managers own it. So there
    // are three steps: remove all of the applier's earlier fields, put back the owned ones, and
    // remove what is still missing from the merged object.
    JsonObject rest = Removal.of(all, before, schema);
    for (Map.Entry<String, FieldSet> owned : owners.fields(request).entrySet()) {
      rest = withOwned(rest, merged, owned.getKey(), owned.getValue());
    }
    FieldSet left = paths(request.in(version, rest), schema);
    FieldSet given = paths(all, schema).minus(left).intersection(before);
    return request.in(request.apiVersion(), Removal.of(all, given, schema));
  }

  /**
   * True if the applier no longer applies some of its fields, or if it applied them in another
   * version: fields of different versions cannot be compared. False for most applies.
   */
  private boolean drops(ManagedEntry last, ManagedEntry now) {
    return !request.of(last).equals(request.of(now))
        || !last.fields().minus(now.fields()).isEmpty();
  }

  /** Puts back the fields that are owned in a version. Returns the object in that version. */
  private JsonObject withOwned(JsonObject rest, JsonObject merged, String version, FieldSet owned) {
    Schema schema = request.sharing(version);
    JsonObject all = request.in(version, merged);
    FieldSet kept = paths(request.in(version, rest), schema).union(owned.withNamedFields(schema));
    return Removal.of(all, paths(all, schema).minus(kept), schema);
  }

  private static FieldSet paths(JsonObject object, Schema schema) {
    return Extraction.of(object, schema).withNamedFields(schema);
  }
}
