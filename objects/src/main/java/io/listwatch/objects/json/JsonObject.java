package io.listwatch.objects.json;

import io.listwatch.json.JsonType;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A mutable JSON object. Members keep their insertion order; a member that is set again keeps its
 * position. Equality ignores the order of members.
 */
public final class JsonObject extends JsonValue {
  private final MemberTable members;

  public JsonObject() {
    this(new MemberTable());
  }

  /** Creates an empty object with an initial capacity. */
  public JsonObject(int expectedSize) {
    this(new MemberTable(expectedSize));
  }

  private JsonObject(MemberTable members) {
    this.members = members;
  }

  @Override
  public JsonType type() {
    return JsonType.OBJECT;
  }

  @Override
  public int size() {
    return members.size();
  }

  @Override
  public @Nullable JsonValue get(String name) {
    return members.get(name);
  }

  /** Sets a member to a value, or to {@link #NULL} if that is null. */
  public JsonObject set(String name, @Nullable JsonValue value) {
    members.put(name, value == null ? NULL : value);
    return this;
  }

  /**
   * Adds a member that the object does not have yet. Faster than {@link #set}, which searches for
   * it.
   */
  public JsonObject append(String name, JsonValue value) {
    members.append(name, value);
    return this;
  }

  /** Sets all members of another object in this one. Both objects share the values afterwards. */
  public JsonObject setAll(JsonObject others) {
    MemberTable theirs = others.members;
    for (int i = theirs.next(-1); i >= 0; i = theirs.next(i)) {
      members.put(theirs.name(i), theirs.value(i));
    }
    return this;
  }

  public JsonObject setAll(Map<String, ? extends JsonValue> others) {
    others.forEach(members::put);
    return this;
  }

  public JsonObject put(String name, @Nullable String text) {
    return set(name, text == null ? NULL : JsonValue.of(text));
  }

  public JsonObject put(String name, long number) {
    return set(name, JsonValue.of(number));
  }

  public JsonObject put(String name, boolean value) {
    return set(name, JsonValue.of(value));
  }

  public JsonObject putNull(String name) {
    return set(name, NULL);
  }

  /** Sets a member to an empty object and returns that object. */
  public JsonObject putObject(String name) {
    JsonObject object = new JsonObject();
    members.put(name, object);
    return object;
  }

  /** Sets a member to an empty array and returns that array. */
  public JsonArray putArray(String name) {
    JsonArray array = new JsonArray();
    members.put(name, array);
    return array;
  }

  /**
   * Returns a member that is an object; sets an empty one if it is absent or null.
   *
   * @throws IllegalStateException if the member is of another type
   */
  public JsonObject withObject(String name) {
    JsonValue member = get(name);
    if (member instanceof JsonObject object) {
      return object;
    }
    requireNone(name, member, JsonType.OBJECT);
    return putObject(name);
  }

  /** Like {@link #withObject(String)}, for a path of members. */
  public JsonObject withObject(String name, String... more) {
    JsonObject found = withObject(name);
    for (String each : more) {
      found = found.withObject(each);
    }
    return found;
  }

  /**
   * Returns a member that is an array; sets an empty one if it is absent or null.
   *
   * @throws IllegalStateException if the member is of another type
   */
  public JsonArray withArray(String name) {
    JsonValue member = get(name);
    if (member instanceof JsonArray array) {
      return array;
    }
    requireNone(name, member, JsonType.ARRAY);
    return putArray(name);
  }

  private static void requireNone(String name, @Nullable JsonValue member, JsonType expected) {
    if (member != null && !member.isNull()) {
      throw new IllegalStateException(
          "%s: %s (expected: %s)".formatted(name, member.type(), expected));
    }
  }

  /** Removes a member and returns its value; null if there was none. */
  public @Nullable JsonValue remove(String name) {
    return members.remove(name);
  }

  public JsonObject remove(Collection<String> names) {
    names.forEach(members::remove);
    return this;
  }

  /** Removes a member and returns this object. */
  public JsonObject without(String name) {
    members.remove(name);
    return this;
  }

  /** Removes all members but these. */
  public JsonObject retain(Collection<String> names) {
    properties().removeIf(member -> !names.contains(member.getKey()));
    return this;
  }

  public boolean removeIf(Predicate<JsonValue> predicate) {
    return properties().removeIf(member -> predicate.test(member.getValue()));
  }

  public JsonObject removeAll() {
    members.clear();
    return this;
  }

  @Override
  public List<String> fieldNames() {
    List<String> names = new ArrayList<>(size());
    for (int i = members.next(-1); i >= 0; i = members.next(i)) {
      names.add(members.name(i));
    }
    return names;
  }

  /**
   * Calls the visitor with each member in order. Unlike {@link #properties()} it creates nothing.
   *
   * @param visitor must not add or remove members of this object
   */
  public void forEachMember(BiConsumer<String, JsonValue> visitor) {
    for (int i = members.next(-1); i >= 0; i = members.next(i)) {
      visitor.accept(members.name(i), members.value(i));
    }
  }

  /**
   * Returns true if the test accepts every member, in order. Stops at the first that it does not.
   *
   * @param test must not add or remove members of this object
   */
  public boolean allMembers(BiPredicate<String, JsonValue> test) {
    for (int i = members.next(-1); i >= 0; i = members.next(i)) {
      if (!test.test(members.name(i), members.value(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Set<Map.Entry<String, JsonValue>> properties() {
    return new Properties();
  }

  @Override
  public Iterator<JsonValue> iterator() {
    var entries = new Entries();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public JsonValue next() {
        return members.value(entries.advance());
      }

      @Override
      public void remove() {
        entries.remove();
      }
    };
  }

  @Override
  public JsonObject deepCopy() {
    return new JsonObject(members.deepCopy());
  }

  boolean equalsByNumber(JsonObject other) {
    if (size() != other.size()) {
      return false;
    }
    return allMembers(
        (name, value) -> {
          JsonValue theirs = other.get(name);
          return theirs != null && value.equalsByNumber(theirs);
        });
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof JsonObject that) || size() != that.size()) {
      return false;
    }
    return allMembers((name, value) -> value.equals(that.get(name)));
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = members.next(-1); i >= 0; i = members.next(i)) {
      hash += members.name(i).hashCode() ^ members.value(i).hashCode();
    }
    return hash;
  }

  /** The members as a set that writes through. */
  private final class Properties extends AbstractSet<Map.Entry<String, JsonValue>> {
    @Override
    public Iterator<Map.Entry<String, JsonValue>> iterator() {
      return new Entries();
    }

    @Override
    public int size() {
      return members.size();
    }
  }

  /**
   * Iterates over the members. Fails if one is added or removed by other means during the
   * iteration.
   */
  private final class Entries implements Iterator<Map.Entry<String, JsonValue>> {
    private int current = -1;
    private int next = members.next(-1);
    private int expectedSize = members.size();

    @Override
    public boolean hasNext() {
      return next >= 0;
    }

    @Override
    public Map.Entry<String, JsonValue> next() {
      int at = advance();
      return new Member(members.name(at), members.value(at));
    }

    int advance() {
      if (members.size() != expectedSize) {
        throw new ConcurrentModificationException();
      }
      if (next < 0) {
        throw new NoSuchElementException();
      }
      current = next;
      next = members.next(current);
      return current;
    }

    @Override
    public void remove() {
      members.removeAt(current);
      expectedSize--;
      next = members.next(current - 1);
    }
  }

  /** A member; setting its value sets it in the object. */
  private final class Member implements Map.Entry<String, JsonValue> {
    private final String name;
    private JsonValue value;

    Member(String name, JsonValue value) {
      this.name = name;
      this.value = value;
    }

    @Override
    public String getKey() {
      return name;
    }

    @Override
    public JsonValue getValue() {
      return value;
    }

    @Override
    public JsonValue setValue(JsonValue replacement) {
      JsonValue before = value;
      value = replacement;
      members.put(name, replacement);
      return before;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Map.Entry<?, ?> that
          && name.equals(that.getKey())
          && value.equals(that.getValue());
    }

    @Override
    public int hashCode() {
      return name.hashCode() ^ value.hashCode();
    }

    @Override
    public String toString() {
      return name + "=" + value;
    }
  }
}
