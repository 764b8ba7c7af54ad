package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Ratcheting: decides whether a value is unchanged by an update, so that a violated rule is only a
 * warning. A value without an old counterpart (an element of a list without keys, a new member)
 * takes the result of its nearest ancestor that has one.
 */
final class Ratchet {
  private final @Nullable Pair pair;
  private final @Nullable Pair above;

  private Ratchet(@Nullable Pair pair, @Nullable Pair above) {
    this.pair = pair;
    this.above = above;
  }

  /** Returns the ratchet of a whole object; a new object counts as changed. */
  static Ratchet of(JsonValue schema, JsonValue object, @Nullable JsonValue old) {
    return new Ratchet(old == null ? null : new Pair(schema, object, old), null);
  }

  boolean unchanged() {
    Pair judge = pair == null ? above : pair;
    return judge != null && judge.equal();
  }

  /** Returns the ratchet for rules in {@code allOf}, which take the result of the level above. */
  Ratchet ofPart() {
    return new Ratchet(null, above);
  }

  Ratchet member(String name) {
    if (pair == null) {
      return this;
    }
    // The old object was converted to the version and kind of the new one, so comparing them is
    // pointless.
    boolean converted = above == null && (name.equals("apiVersion") || name.equals("kind"));
    return converted ? new Ratchet(null, null) : new Ratchet(pair.member(name), pair);
  }

  /** Returns the ratchet of a list element and of its old counterpart, if there is one. */
  Ratchet element(int index, @Nullable JsonValue old) {
    if (pair == null) {
      return this;
    }
    JsonValue items = pair.schema.path("items");
    return new Ratchet(old == null ? null : new Pair(items, pair.value.path(index), old), pair);
  }

  private static final class Pair {
    private final JsonValue schema;
    private final JsonValue value;
    private final JsonValue old;
    private @Nullable Boolean equal;

    Pair(JsonValue schema, JsonValue value, JsonValue old) {
      this.schema = schema;
      this.value = value;
      this.old = old;
    }

    boolean equal() {
      Boolean known = equal;
      if (known == null) {
        known = SchemaEquality.equal(schema, value, old);
        equal = known;
      }
      return known;
    }

    @Nullable Pair member(String name) {
      JsonValue before = old.get(name);
      JsonValue member = SchemaEquality.member(schema, name);
      JsonValue now = value.get(name);
      return before == null || now == null || !member.isObject()
          ? null
          : new Pair(member, now, before);
    }
  }
}
