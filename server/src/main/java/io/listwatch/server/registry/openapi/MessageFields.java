package io.listwatch.server.registry.openapi;

import io.listwatch.objects.protobuf.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The fields of one protobuf message, in order. Empty and zero values are omitted. */
final class MessageFields {
  private final List<Consumer<WireWriter>> fields = new ArrayList<>();

  MessageFields text(int field, String value) {
    return value.isEmpty() ? this : element(field, value);
  }

  /** Adds an element of a repeated field, even if it is empty. */
  MessageFields element(int field, String value) {
    return with(out -> out.text(field, value));
  }

  MessageFields flag(int field, boolean value) {
    return value ? choice(field, true) : this;
  }

  /** Adds a field of a {@code oneof}, even if it is false. */
  MessageFields choice(int field, boolean value) {
    return with(out -> out.integer(field, value ? 1 : 0));
  }

  MessageFields number(int field, long value) {
    return value == 0 ? this : with(out -> out.integer(field, value));
  }

  MessageFields number(int field, double value) {
    return value == 0 ? this : with(out -> out.decimal(field, value));
  }

  /** Adds a message, even if it is empty. */
  MessageFields message(int field, MessageFields message) {
    return with(
        out -> {
          int end = out.size();
          message.writeTo(out);
          out.message(field, end);
        });
  }

  private MessageFields with(Consumer<WireWriter> field) {
    fields.add(field);
    return this;
  }

  byte[] toByteArray() {
    var out = new WireWriter();
    writeTo(out);
    return out.toByteArray();
  }

  /** Writes the last field first: the writer fills its buffer from the end. */
  private void writeTo(WireWriter out) {
    for (int i = fields.size() - 1; i >= 0; i--) {
      fields.get(i).accept(out);
    }
  }
}
