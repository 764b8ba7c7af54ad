package io.listwatch.objects.protobuf;

import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of a type by protobuf number. Where JSON inlines a nested message, its number leads
 * to another shape, whose members belong to the same object.
 *
 * <p>Thread-safe: not changed after construction.
 */
final class MessageShape {
  /** Shapes by type name, built on first use; bounded by the number of types in the type table. */
  private static final Map<String, MessageShape> SHAPES = new ConcurrentHashMap<>();

  private final String name;
  private final Map<Integer, FieldSchema> fields = new HashMap<>();
  private final Map<Integer, MessageShape> nested = new HashMap<>();

  private MessageShape(String name) {
    this.name = name;
  }

  static MessageShape of(ObjectSchema type) {
    return SHAPES.computeIfAbsent(type.name(), absent -> make(type));
  }

  private static MessageShape make(ObjectSchema type) {
    String name = type.name();
    var shape = new MessageShape(name.substring(name.indexOf('.') + 1));
    for (FieldSchema field : type.fields()) {
      if (!field.numbers().isEmpty()) {
        shape.add(field, field.numbers());
      }
    }
    return shape;
  }

  private void add(FieldSchema field, String path) {
    int dot = path.indexOf('.');
    Integer number = Integer.valueOf(dot < 0 ? path : path.substring(0, dot));
    if (dot < 0) {
      fields.put(number, field);
    } else {
      nested
          .computeIfAbsent(number, absent -> new MessageShape(name))
          .add(field, path.substring(dot + 1));
    }
  }

  /** Returns the name without its package. */
  String name() {
    return name;
  }

  @Nullable FieldSchema field(int number) {
    return fields.get(number);
  }

  @Nullable MessageShape nested(int number) {
    return nested.get(number);
  }
}
