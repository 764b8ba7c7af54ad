package io.listwatch.objects.json;

import io.listwatch.json.JsonType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value, or the absence of one ({@link #MISSING}).
 *
 * <p>Methods that look into a value never fail: {@link #get} returns null and {@link #path} returns
 * {@link #MISSING} where nothing is found, for any type of this value. Iteration yields the items
 * of an array or the member values of an object.
 *
 * <p>Scalars are immutable, and trees may share them. Objects and arrays are not thread-safe while
 * they are changed.
 */
public abstract class JsonValue implements Iterable<JsonValue> {
  public static final JsonValue NULL = new Literal(JsonType.NULL, "null");

  /** The value of an absent member. */
  public static final JsonValue MISSING = new Literal(JsonType.NULL, "");

  private static final JsonValue TRUE = new Literal(JsonType.BOOLEAN, "true");
  private static final JsonValue FALSE = new Literal(JsonType.BOOLEAN, "false");

  /** Package-private: there are no other kinds of value. */
  JsonValue() {}

  public static JsonValue of(String text) {
    return new TextValue(text);
  }

  public static JsonValue of(long number) {
    return NumberValue.spelled(number);
  }

  /**
   * Returns the number in Go's format: plain digits between 1e-6 and 1e21, and an exponent outside
   * of that range.
   */
  public static JsonValue of(double number) {
    return new NumberValue(DoubleText.of(number));
  }

  public static JsonValue of(BigDecimal number) {
    return new NumberValue(number.toString());
  }

  public static JsonValue of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** Returns the kind of value; {@link JsonType#NULL} also for {@link #MISSING}. */
  public abstract JsonType type();

  /**
   * Returns a member of this object; null if there is none.
   *
   * @see #path(String)
   */
  public @Nullable JsonValue get(String name) {
    return null;
  }

  /** Returns an item of this array; null if there is none. */
  public @Nullable JsonValue get(int index) {
    return null;
  }

  /** Returns a member of this object, or {@link #MISSING}. */
  public final JsonValue path(String name) {
    JsonValue member = get(name);
    return member == null ? MISSING : member;
  }

  /** Returns an item of this array, or {@link #MISSING}. */
  public final JsonValue path(int index) {
    JsonValue item = get(index);
    return item == null ? MISSING : item;
  }

  /**
   * Returns the value at a JSON pointer (RFC 6901) such as {@code /spec/containers/0}, or {@link
   * #MISSING}.
   */
  public final JsonValue at(String pointer) {
    JsonValue found = this;
    for (int from = 0; from < pointer.length() && !found.isMissing(); ) {
      int end = pointer.indexOf('/', from + 1);
      int to = end < 0 ? pointer.length() : end;
      found = found.step(pointer.substring(from + 1, to));
      from = to;
    }
    return found;
  }

  private JsonValue step(String token) {
    if (isArray()) {
      return token.matches("0|[1-9][0-9]{0,8}") ? path(Integer.parseInt(token)) : MISSING;
    }
    return path(token.indexOf('~') < 0 ? token : token.replace("~1", "/").replace("~0", "~"));
  }

  public final boolean has(String name) {
    return get(name) != null;
  }

  /** True if the member is present and not null. */
  public final boolean hasNonNull(String name) {
    JsonValue member = get(name);
    return member != null && !member.isNull();
  }

  /** Returns the number of members or items; 0 for a scalar. */
  public int size() {
    return 0;
  }

  public final boolean isEmpty() {
    return size() == 0;
  }

  public final boolean isObject() {
    return type() == JsonType.OBJECT;
  }

  public final boolean isArray() {
    return type() == JsonType.ARRAY;
  }

  /** True for objects and arrays. */
  public final boolean isContainer() {
    return this instanceof JsonObject || this instanceof JsonArray;
  }

  /** True for everything but objects, arrays and {@link #MISSING}. */
  public final boolean isScalar() {
    return !isContainer() && !isMissing();
  }

  public final boolean isText() {
    return type() == JsonType.STRING;
  }

  public final boolean isNumber() {
    return type() == JsonType.NUMBER;
  }

  /** True for a number that is written without a fraction and without an exponent. */
  public boolean isInteger() {
    return false;
  }

  /** True for an {@linkplain #isInteger integer} of at most 32 bits. */
  public boolean isInt() {
    return false;
  }

  /** True for an {@linkplain #isInteger integer} of at most 64 bits. */
  public boolean isLong() {
    return false;
  }

  /** True for a number in the range of 64-bit integers, with or without a fraction. */
  public boolean isInLongRange() {
    return false;
  }

  public final boolean isBoolean() {
    return type() == JsonType.BOOLEAN;
  }

  public final boolean isNull() {
    return this == NULL;
  }

  public final boolean isMissing() {
    return this == MISSING;
  }

  /**
   * Returns the content of a string.
   *
   * @throws IllegalStateException if this is not a string
   */
  public String textValue() {
    throw new IllegalStateException(type() + " (expected: " + JsonType.STRING + ")");
  }

  /**
   * Returns a scalar as a string: the content of a string, everything else as in JSON. Empty for
   * objects, arrays and {@link #MISSING}.
   */
  public String asText() {
    return "";
  }

  /** Like {@link #asText()}, with a default for null and {@link #MISSING}. */
  public final String asText(String otherwise) {
    return isNull() || isMissing() ? otherwise : asText();
  }

  /** True for the boolean true, the string {@code true} and all numbers but zero. */
  public boolean asBoolean() {
    return false;
  }

  /** Like {@link #asBoolean()}, with a default for null and {@link #MISSING}. */
  public final boolean asBoolean(boolean otherwise) {
    return (isNull() || isMissing()) ? otherwise : asBoolean();
  }

  /** True for the boolean {@code true} only. */
  public final boolean booleanValue() {
    return this == TRUE;
  }

  /** Returns a number, or a string that contains one, truncated to 32 bits; 0 for other values. */
  public final int asInt() {
    return (int) asLong();
  }

  /** Returns a number, or a string that contains one, truncated to 64 bits; 0 for other values. */
  public long asLong() {
    return 0;
  }

  /** Returns a number truncated to 64 bits; {@code otherwise} for other values. */
  public final long asLong(long otherwise) {
    return isNumber() ? longValue() : otherwise;
  }

  /** Returns a number truncated to 64 bits; 0 for other values. */
  public long longValue() {
    return 0;
  }

  /** Returns a number; 0 for other values. */
  public double doubleValue() {
    return 0;
  }

  /** Returns a number exactly; 0 for other values. */
  public BigDecimal decimalValue() {
    return BigDecimal.ZERO;
  }

  /** Returns all members of this name in this tree; does not search inside the values found. */
  public final List<JsonValue> findValues(String name) {
    List<JsonValue> found = new ArrayList<>();
    collectValues(name, found);
    return found;
  }

  private void collectValues(String name, List<JsonValue> found) {
    for (Map.Entry<String, JsonValue> member : properties()) {
      if (member.getKey().equals(name)) {
        found.add(member.getValue());
      } else {
        member.getValue().collectValues(name, found);
      }
    }
    if (isArray()) {
      forEach(item -> item.collectValues(name, found));
    }
  }

  /** Returns the members of this object in order, as a view that supports removal. */
  public Set<Map.Entry<String, JsonValue>> properties() {
    return Set.of();
  }

  /** Returns the names of this object's members in order. */
  public List<String> fieldNames() {
    return List.of();
  }

  @Override
  public Iterator<JsonValue> iterator() {
    return Collections.emptyIterator();
  }

  /** Returns an independent copy of this tree. */
  public JsonValue deepCopy() {
    return this;
  }

  /**
   * True if two trees are equal, regardless of the format of their numbers: {@code 1}, {@code 1.0}
   * and {@code 1e0} are equal here, but not by {@link #equals}.
   */
  public final boolean equalsByNumber(JsonValue other) {
    if (isNumber() && other.isNumber()) {
      return decimalValue().compareTo(other.decimalValue()) == 0;
    }
    if (this instanceof JsonArray one && other instanceof JsonArray two) {
      return one.equalsByNumber(two);
    }
    if (this instanceof JsonObject one && other instanceof JsonObject two) {
      return one.equalsByNumber(two);
    }
    return equals(other);
  }

  /** Returns the value as JSON, without the escapes that only Go writes. */
  @Override
  public final String toString() {
    return isMissing() ? "" : JsonWriter.text(this);
  }

  /** {@code true}, {@code false}, {@code null} and {@link #MISSING}: singletons. */
  private static final class Literal extends JsonValue {
    private final JsonType type;
    private final String word;

    Literal(JsonType type, String word) {
      this.type = type;
      this.word = word;
    }

    @Override
    public JsonType type() {
      return type;
    }

    @Override
    public String asText() {
      return word;
    }

    @Override
    public boolean asBoolean() {
      return this == TRUE;
    }

    @Override
    public long asLong() {
      return this == TRUE ? 1 : 0;
    }
  }
}
