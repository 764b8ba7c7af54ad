package io.listwatch.objects.json;

import io.listwatch.json.JsonType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A mutable JSON array. */
public final class JsonArray extends JsonValue {
  private final List<JsonValue> items;

  public JsonArray() {
    this(4);
  }

  /** Creates an empty array with an initial capacity. */
  public JsonArray(int expected) {
    this.items = new ArrayList<>(expected);
  }

  @Override
  public JsonType type() {
    return JsonType.ARRAY;
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public @Nullable JsonValue get(int index) {
    return index >= 0 && index < items.size() ? items.get(index) : null;
  }

  @Override
  public Iterator<JsonValue> iterator() {
    return items.iterator();
  }

  public Stream<JsonValue> stream() {
    return items.stream();
  }

  /** Appends a value. */
  public JsonArray add(JsonValue value) {
    items.add(value);
    return this;
  }

  public JsonArray add(String text) {
    return add(JsonValue.of(text));
  }

  public JsonArray add(long number) {
    return add(JsonValue.of(number));
  }

  /** Appends an empty object and returns it. */
  public JsonObject addObject() {
    JsonObject object = new JsonObject();
    items.add(object);
    return object;
  }

  /** Appends an empty array and returns it. */
  public JsonArray addArray() {
    JsonArray array = new JsonArray();
    items.add(array);
    return array;
  }

  public JsonArray addAll(JsonArray others) {
    items.addAll(others.items);
    return this;
  }

  public JsonArray addAll(Collection<? extends JsonValue> others) {
    items.addAll(others);
    return this;
  }

  /** Inserts a value before the item at {@code index}, or at the end. */
  public JsonArray insert(int index, JsonValue value) {
    items.add(index, value);
    return this;
  }

  /** Replaces the item at {@code index} and returns the old one. */
  public JsonValue set(int index, JsonValue value) {
    return items.set(index, value);
  }

  public JsonValue remove(int index) {
    return items.remove(index);
  }

  public boolean removeIf(Predicate<JsonValue> predicate) {
    return items.removeIf(predicate);
  }

  public JsonArray removeAll() {
    items.clear();
    return this;
  }

  @Override
  public JsonArray deepCopy() {
    JsonArray copy = new JsonArray(items.size());
    for (JsonValue item : items) {
      copy.items.add(item.deepCopy());
    }
    return copy;
  }

  boolean equalsByNumber(JsonArray other) {
    if (size() != other.size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!items.get(i).equalsByNumber(other.items.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof JsonArray that && items.equals(that.items));
  }

  @Override
  public int hashCode() {
    return items.hashCode();
  }
}
