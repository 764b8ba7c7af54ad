package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What a write changes, as each version of the kind sees it. Not thread-safe. */
final class Difference {
  private final JsonObject before;
  private final JsonObject after;
  private final UnaryOperator<JsonObject> normal;
  private final FieldSet ignored;
  private final SpokenVersion spoken;
  private final Comparison whole;
  private final Map<String, Comparison> known = new HashMap<>();

  /**
   * Between two objects of the version that is spoken.
   *
   * @param normal brings an object into the form in which they are compared, each member by itself
   * @param ignored what the write cannot change
   */
  Difference(
      JsonObject before,
      JsonObject after,
      UnaryOperator<JsonObject> normal,
      FieldSet ignored,
      SpokenVersion spoken) {
    this.before = before;
    this.after = after;
    this.normal = normal;
    this.ignored = ignored;
    this.spoken = spoken;
    this.whole = Comparison.of(before, after, spoken.schema(), normal);
    known.put(spoken.apiVersion(), whole.without(ignored));
  }

  /** Whether the objects are the same, also in what the write cannot change. */
  boolean isEmpty() {
    return whole.isEmpty();
  }

  /** What is there now and was not so before, in the version that is spoken. */
  FieldSet changed() {
    return in(spoken.apiVersion()).changed();
  }

  /** As the version sees it that an owner speaks. */
  Comparison as(ManagedEntry entry) {
    return in(spoken.of(entry));
  }

  private Comparison in(String version) {
    Comparison found = known.get(version);
    if (found == null) {
      found =
          Comparison.of(
                  spoken.in(version, normal.apply(before)),
                  spoken.in(version, normal.apply(after)),
                  spoken.sharing(version))
              .without(ignored);
      known.put(version, found);
    }
    return found;
  }
}
