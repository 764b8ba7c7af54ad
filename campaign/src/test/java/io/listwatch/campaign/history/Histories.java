package io.listwatch.campaign.history;

import io.listwatch.campaign.history.Operation.Kind;
import io.listwatch.campaign.history.Operation.Outcome;
import io.listwatch.campaign.history.Timeline.Change;
import org.jspecify.annotations.Nullable;

/** Builds histories of a small collection by hand. */
final class Histories {
  static final String KEY = "a";
  static final Value ONE = new Value("1", "", "red");
  static final Value TWO = new Value("2", "", "red");
  static final Value THREE = new Value("3", "", "blue");

  private Histories() {}

  /** Makes a timeline of one object with these values from version 1 on; null deletes it. */
  static Timeline timeline(@Nullable Value... values) {
    var timeline = new Timeline();
    Value before = null;
    for (int i = 0; i < values.length; i++) {
      if (!timeline.add(new Change(i + 1, KEY, before, values[i])).isEmpty()) {
        throw new AssertionError("no history");
      }
      before = values[i];
    }
    return timeline;
  }

  static Operation created(long call, long reply, Value value, long version) {
    return ok(Kind.CREATE, call, reply, value, value, version);
  }

  static Operation updated(long call, long reply, Value value, long version) {
    return ok(Kind.UPDATE, call, reply, value, value, version);
  }

  static Operation read(long call, long reply, Value value, long version) {
    return ok(Kind.READ, call, reply, null, value, version);
  }

  static Operation readAbsent(long call, long reply) {
    return new Operation(Kind.READ, KEY, null, null, call, reply, Outcome.ABSENT, null, 0);
  }

  static Operation deleted(long call, long reply) {
    return new Operation(Kind.DELETE, KEY, null, null, call, reply, Outcome.OK, null, 0);
  }

  static Operation patched(long call, long reply, Value result, long version) {
    return ok(Kind.PATCH, call, reply, result, result, version);
  }

  /** Returns a conditional update that failed with a conflict. */
  static Operation conflicting(long call, long reply, Value expected, Value value) {
    return new Operation(Kind.UPDATE, KEY, value, expected, call, reply, Outcome.CONFLICT, null, 0);
  }

  static Operation unknown(Kind kind, long call, @Nullable Value value) {
    return new Operation(kind, KEY, value, null, call, Long.MAX_VALUE, Outcome.UNKNOWN, null, 0);
  }

  private static Operation ok(
      Kind kind, long call, long reply, @Nullable Value argument, Value result, long version) {
    return new Operation(kind, KEY, argument, null, call, reply, Outcome.OK, result, version);
  }
}
