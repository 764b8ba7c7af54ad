package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The change that a write makes, in each API version of the kind. Not thread-safe. */
final class Difference {
  private final JsonObject before;
  private final JsonObject after;
  private final UnaryOperator<JsonObject> normal;
  private final FieldSet ignored;
  private final RequestVersion request;
  private final Comparison whole;
  private final Map<String, Comparison> known = new HashMap<>();

  /**
   * Compares two objects of the request's API version.
   *
   * @param normal normalizes an object, and each member independently of the others
   * @param ignored the fields that the write cannot change
   */
  Difference(
      JsonObject before,
      JsonObject after,
      UnaryOperator<JsonObject> normal,
      FieldSet ignored,
      RequestVersion request) {
    this.before = before;
    this.after = after;
    this.normal = normal;
    this.ignored = ignored;
    this.request = request;
    this.whole = Comparison.of(before, after, request.schema(), normal);
    known.put(request.apiVersion(), whole.without(ignored));
  }

  /** True if the objects are equal, even in the fields that the write cannot change. */
  boolean isEmpty() {
    return whole.isEmpty();
  }

  /** Returns the added and modified fields, in the request's API version. */
  FieldSet changed() {
    return in(request.apiVersion()).changed();
  }

  /** Returns the change in the API version of a managed entry. */
  Comparison as(ManagedEntry entry) {
    return in(request.of(entry));
  }

  private Comparison in(String version) {
    Comparison found = known.get(version);
    if (found == null) {
      found =
          Comparison.of(
                  request.in(version, normal.apply(before)),
                  request.in(version, normal.apply(after)),
                  request.sharing(version))
              .without(ignored);
      known.put(version, found);
    }
    return found;
  }
}
