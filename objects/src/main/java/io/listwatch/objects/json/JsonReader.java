package io.listwatch.objects.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.StringPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses one document into a tree, and records duplicate members. */
final class JsonReader {
  private static final int MAX_NUMBER_LENGTH = 400;

  /** {@link java.math.BigDecimal} does not support longer exponents. */
  private static final int MAX_EXPONENT_DIGITS = 9;

  /** Bounds the memory that a hostile body can take. */
  private static final int MAX_DUPLICATES = 100;

  private final byte[] utf8;
  private final JsonCursor cursor;
  private final List<RepeatedField> duplicates = new ArrayList<>();

  private final int maxValues;

  private int values;
  private int depth;

  /** The last member that was not a duplicate. */
  private @Nullable Place lastParent;

  private String lastName = "";

  JsonReader(byte[] utf8, int maxValues) {
    this.utf8 = utf8;
    this.maxValues = maxValues;
    this.cursor = new JsonCursor(utf8);
  }

  JsonTrees.Parsed document() {
    JsonValue tree = value(null);
    cursor.end();
    return new JsonTrees.Parsed(tree, duplicates, values);
  }

  private JsonValue value(@Nullable Place place) {
    if (++values > maxValues) {
      throw cursor.failure("more than " + maxValues + " values");
    }
    return switch (cursor.peek()) {
      case OBJECT -> object(place);
      case ARRAY -> array(place);
      case STRING -> string();
      case NUMBER -> number();
      case BOOLEAN -> JsonValue.of(cursor.bool());
      case NULL -> {
        cursor.skip();
        yield JsonValue.NULL;
      }
    };
  }

  private JsonObject object(@Nullable Place place) {
    enter();
    JsonObject object = new JsonObject();
    cursor.enterObject();
    while (cursor.nextField()) {
      String name = cursor.field(StringPool.SHARED);
      JsonValue first = object.get(name);
      note(place, name, first != null);
      object.set(name, merged(first, value(inside(place, name))));
    }
    depth--;
    return object;
  }

  private JsonArray array(@Nullable Place place) {
    enter();
    JsonArray array = new JsonArray();
    cursor.enterArray();
    while (cursor.nextElement()) {
      array.add(value(isContainerNext() ? new Place(place, "", array.size()) : null));
    }
    depth--;
    return array;
  }

  private @Nullable Place inside(@Nullable Place place, String name) {
    return isContainerNext() ? new Place(place, name, -1) : null;
  }

  private boolean isContainerNext() {
    return switch (cursor.peek()) {
      case OBJECT, ARRAY -> true;
      default -> false;
    };
  }

  private void enter() {
    if (++depth > JsonTrees.MAX_DEPTH) {
      throw cursor.failure("nested deeper than " + JsonTrees.MAX_DEPTH + " levels");
    }
  }

  /**
   * Returns the value of a duplicate member: two objects are merged; of all other values, the last
   * one wins.
   */
  private static JsonValue merged(@Nullable JsonValue first, JsonValue second) {
    if (!(first instanceof JsonObject object) || !(second instanceof JsonObject more)) {
      return second;
    }
    more.properties()
        .forEach(
            each -> object.set(each.getKey(), merged(object.get(each.getKey()), each.getValue())));
    return object;
  }

  private JsonValue string() {
    int start = cursor.position() + 1;
    cursor.skip();
    int end = cursor.position() - 1;
    for (int i = start; i < end; i++) {
      if (utf8[i] == '\\') {
        return new TextValue(new JsonCursor(utf8, start - 1, end + 1).string());
      }
    }
    return new TextValue(utf8, start, end);
  }

  private JsonValue number() {
    int start = cursor.position();
    cursor.skip();
    int length = cursor.position() - start;
    if (length == 1) {
      return JsonValue.of(utf8[start] - '0');
    }
    if (length > MAX_NUMBER_LENGTH) {
      throw cursor.failure("a number longer than " + MAX_NUMBER_LENGTH + " characters", start);
    }
    String spelling = new String(utf8, start, length, ISO_8859_1);
    if (spelling.equals("-0")) {
      return JsonValue.of(0); // an integer zero has no sign
    }
    NumberValue number = new NumberValue(spelling);
    if (!number.isInteger() && exponentDigits(spelling) > MAX_EXPONENT_DIGITS) {
      throw cursor.failure("a number with too large an exponent", start);
    }
    return number;
  }

  /** Returns the number of digits of the exponent, without its sign and leading zeros. */
  private static int exponentDigits(String spelling) {
    int at = Math.max(spelling.indexOf('e'), spelling.indexOf('E'));
    if (at < 0) {
      return 0;
    }
    do {
      at++;
    } while (at < spelling.length() && "+-0".indexOf(spelling.charAt(at)) >= 0);
    return spelling.length() - at;
  }

  private void note(@Nullable Place parent, String name, boolean again) {
    if (!again) {
      lastParent = parent;
      lastName = name;
    } else if (duplicates.size() < MAX_DUPLICATES) {
      String path = new Place(parent, name, -1).toString();
      duplicates.add(new RepeatedField(path, new Place(lastParent, lastName, -1).toString(), 0));
    }
  }

  /** The path of a container, formatted on demand. */
  private record Place(@Nullable Place parent, String name, int index) {
    @Override
    public String toString() {
      StringBuilder path = new StringBuilder();
      appendTo(path);
      return path.toString();
    }

    private void appendTo(StringBuilder path) {
      if (parent != null) {
        parent.appendTo(path);
      }
      if (index >= 0) {
        path.append('[').append(index).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(name);
      }
    }
  }
}
