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
 * {@link #MISSING} where nothing is found, whatever this value is. Iteration yields the items of an
 * array or the member values of an object.
 *
 * <p>Scalars are immutable, and trees may share them. Objects and arrays are not thread-safe while
 * they are changed.
 */
public abstract class JsonValue implements Iterable<JsonValue> {
  public static final JsonValue NULL = new Literal(JsonType.NULL, "null");

  /** The value of a member that is not there. */
  public static final JsonValue MISSING = new Literal(JsonType.NULL, "");

  private static final JsonValue TRUE = new Literal(JsonType.BOOLEAN, "true");
  private static final JsonValue FALSE = new Literal(JsonType.BOOLEAN, "false");

  /** For this package only: there are no other kinds of value. */
  JsonValue() {}

  public static JsonValue of(String text) {
    return new TextValue(text);
  }

  public static JsonValue of(long number) {
    return NumberValue.spelled(number);
  }

  /** The number as Go spells it: digits between 1e-6 and 1e21, an exponent outside. */
  public static JsonValue of(double number) {
    return new NumberValue(DoubleText.of(number));
  }

  public static JsonValue of(BigDecimal number) {
    return new NumberValue(number.toString());
  }

  public static JsonValue of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** The kind of value; {@link JsonType#NULL} also for {@link #MISSING}. */
  public abstract JsonType type();

  /**
   * The member of this object; null if there is none.
   *
   * @see #path(String)
   */
  public @Nullable JsonValue get(String name) {
    return null;
  }

  /** The item of this array; null if there is none. */
  public @Nullable JsonValue get(int index) {
    return null;
  }

  /** The member of this object, or {@link #MISSING}. */
  public final JsonValue path(String name) {
    JsonValue member = get(name);
    return member == null ? MISSING : member;
  }

  /** The item of this array, or {@link #MISSING}. */
  public final JsonValue path(int index) {
    JsonValue item = get(index);
    return item == null ? MISSING : item;
  }

  /**
   * The value at a JSON pointer (RFC 6901) such as {@code /spec/containers/0}, or {@link #MISSING}.
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

  /** True if there is such a member and it is not null. */
  public final boolean hasNonNull(String name) {
    JsonValue member = get(name);
    return member != null && !member.isNull();
  }

  /** How many members or items there are; 0 for a scalar. */
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

  /** True for an object and for an array. */
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

  /** True for a number that is spelled without a fraction and without an exponent. */
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

  /** True for a number between the smallest and the largest of 64 bits, whole or not. */
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
   * The characters of a string.
   *
   * @throws IllegalStateException if this is no string
   */
  public String textValue() {
    throw new IllegalStateException(type() + " (expected: " + JsonType.STRING + ")");
  }

  /**
   * A scalar as text: a string's characters, {@code null} spelled so, everything else as JSON
   * spells it. Empty for objects, arrays and {@link #MISSING}.
   */
  public String asText() {
    return "";
  }

  /** As {@link #asText()}, but with another text for null and {@link #MISSING}. */
  public final String asText(String otherwise) {
    return isNull() || isMissing() ? otherwise : asText();
  }

  /** A boolean, the string {@code true}, or a number other than zero; false for all else. */
  public boolean asBoolean() {
    return false;
  }

  /** As {@link #asBoolean()}, but with another result for null and {@link #MISSING}. */
  public final boolean asBoolean(boolean otherwise) {
    return (isNull() || isMissing()) ? otherwise : asBoolean();
  }

  /** True for the boolean {@code true} only. */
  public final boolean booleanValue() {
    return this == TRUE;
  }

  /** A number cut to 32 bits, or a string that spells one; 0 for all else. */
  public final int asInt() {
    return (int) asLong();
  }

  /** A number cut to 64 bits, or a string that spells one; 0 for all else. */
  public long asLong() {
    return 0;
  }

  /** A number cut to 64 bits; {@code otherwise} for all else. */
  public final long asLong(long otherwise) {
    return isNumber() ? longValue() : otherwise;
  }

  /** A number cut to 64 bits; 0 for all else. */
  public long longValue() {
    return 0;
  }

  /** A number; 0 for all else. */
  public double doubleValue() {
    return 0;
  }

  /** A number, exactly; 0 for all else. */
  public BigDecimal decimalValue() {
    return BigDecimal.ZERO;
  }

  /** The members of this name in this tree; the values found are not searched. */
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

  /** The members of this object in their order, as a view that can remove them. */
  public Set<Map.Entry<String, JsonValue>> properties() {
    return Set.of();
  }

  /** The names of this object's members in their order. */
  public List<String> fieldNames() {
    return List.of();
  }

  @Override
  public Iterator<JsonValue> iterator() {
    return Collections.emptyIterator();
  }

  /** A tree that can be changed without changing this one. */
  public JsonValue deepCopy() {
    return this;
  }

  /**
   * True if two trees are equal but for how their numbers are spelled: {@code 1}, {@code 1.0} and
   * {@code 1e0} are one number here, and two kinds of number to {@link #equals}.
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

  /** The value as JSON, without the escapes that only Go writes. */
  @Override
  public final String toString() {
    return isMissing() ? "" : JsonWriter.text(this);
  }

  /** {@code true}, {@code false}, {@code null} and {@link #MISSING}, of which there is one each. */
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
