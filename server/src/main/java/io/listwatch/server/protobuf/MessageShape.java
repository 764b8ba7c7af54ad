package io.listwatch.server.protobuf;

import io.listwatch.server.schema.FieldSchema;
import io.listwatch.server.schema.ObjectSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of a type by their numbers. Where JSON has inline what protobuf nests, a number leads
 * to a further shape, whose members belong to the same object.
 *
 * <p>Thread-safe: written while it is made only.
 */
final class MessageShape {
  /** Made when first met; there are no more than the table has types. */
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

  private void add(FieldSchema field, String numbers) {
    int dot = numbers.indexOf('.');
    if (dot < 0) {
      fields.put(Integer.valueOf(numbers), field);
    } else {
      nested
          .computeIfAbsent(
              Integer.valueOf(numbers.substring(0, dot)), absent -> new MessageShape(name))
          .add(field, numbers.substring(dot + 1));
    }
  }

  /** Without its package. */
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
