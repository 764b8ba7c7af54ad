package io.listwatch.objects.schema.structural;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.JsonType;
import io.listwatch.json.StringPool;
import io.listwatch.objects.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the bytes of an object whether {@link Pruning} and {@link Defaulting} would leave it
 * unchanged. This is true for most stored objects, which then need no tree.
 *
 * <p>If in doubt, the result is false.
 */
final class Unchanged {
  private final JsonCursor cursor;

  private Unchanged(JsonCursor cursor) {
    this.cursor = cursor;
  }

  static boolean test(byte[] json, StructuralSchema schema) {
    try {
      return new Unchanged(new JsonCursor(json)).value(schema);
    } catch (JsonException broken) {
      return false; // the caller will report it
    }
  }

  /**
   * Reads a value.
   *
   * @param schema null if nothing is declared, so that all members would be dropped
   */
  private boolean value(@Nullable StructuralSchema schema) {
    return switch (cursor.peek()) {
      case OBJECT -> object(schema);
      case ARRAY -> array(schema);
      default -> passed();
    };
  }

  private boolean passed() {
    cursor.skip();
    return true;
  }

  private boolean object(@Nullable StructuralSchema schema) {
    cursor.enterObject();
    int lacking = schema == null ? 0 : schema.defaulted().size();
    while (cursor.nextField()) {
      String name = cursor.field(StringPool.SHARED);
      if (schema == null || !member(name, schema)) {
        return false;
      }
      if (lacking > 0 && schema.defaultOf(name) != null) {
        lacking--;
      }
    }
    return lacking == 0;
  }

  private boolean member(String name, StructuralSchema schema) {
    if (schema.identifies(name)) {
      return builtIn(schema.member(name));
    }
    StructuralSchema property = schema.property(name);
    if (property == null && !schema.others().declared()) {
      return schema.preserving() && passed();
    }
    StructuralSchema declared = property != null ? property : schema.others().schema();
    return !isStrayNull(declared) && value(declared);
  }

  private boolean isStrayNull(@Nullable StructuralSchema declared) {
    return declared != null && !declared.nullable() && cursor.peek() == JsonType.NULL;
  }

  private boolean array(@Nullable StructuralSchema schema) {
    StructuralSchema item = schema == null ? null : schema.declaredItem();
    if (item == null && schema != null && schema.preserving()) {
      return passed();
    }
    cursor.enterArray();
    while (cursor.nextElement()) {
      if (isStrayNull(item) || !value(item)) {
        return false;
      }
    }
    return true;
  }

  /** Reads metadata, which has a built-in type. */
  private boolean builtIn(@Nullable Schema type) {
    if (type == null) {
      return false;
    }
    return switch (type.shape()) {
      case STRUCT, MAP -> cursor.peek() == JsonType.OBJECT ? builtInMembers(type) : passed();
      case LIST -> cursor.peek() == JsonType.ARRAY ? builtInItems(type) : passed();
      case SCALAR, ANY -> passed();
    };
  }

  private boolean builtInMembers(Schema type) {
    cursor.enterObject();
    while (cursor.nextField()) {
      if (!builtIn(type.member(cursor.field(StringPool.SHARED)))) {
        return false;
      }
    }
    return true;
  }

  private boolean builtInItems(Schema type) {
    cursor.enterArray();
    while (cursor.nextElement()) {
      if (!builtIn(type.item())) {
        return false;
      }
    }
    return true;
  }
}
