package io.listwatch.server.http;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A list of any kind in protobuf, parsed by hand. */
record ProtobufList(ProtobufEnvelope envelope, JsonObject metadata, List<byte[]> items) {
  private static final int METADATA = 0x0a;
  private static final int ITEM = 0x12;

  static ProtobufList read(byte[] body) {
    var walk = new Walk(body);
    walk.position = 4;
    walk.field(0x0a); // the type, which the envelope has too
    byte[] list = walk.field(0x12);
    // The content encoding and the content type, which are empty.
    walk.field(0x1a);
    walk.field(0x22);
    if (walk.position != body.length) {
      throw new AssertionError("%d bytes too many".formatted(body.length - walk.position));
    }
    var inside = new Walk(list);
    byte[] metadata = inside.field(METADATA);
    var items = new ArrayList<byte[]>();
    while (inside.position < list.length) {
      items.add(inside.field(ITEM));
    }
    return new ProtobufList(
        ProtobufEnvelope.open(body), object("meta.k8s.io", "ListMeta", metadata), items);
  }

  JsonObject item(int index) {
    return object("", "ConfigMap", items.get(index));
  }

  private static JsonObject object(String group, String kind, byte[] message) {
    ObjectSchema type = BuiltInTypes.load().find(group, "v1", kind).orElseThrow();
    return ProtobufEnvelope.open(ProtobufEnvelope.seal("v1", kind, message)).object(type);
  }

  private static final class Walk {
    private final byte[] bytes;
    private int position;

    Walk(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] field(int tag) {
      if (bytes[position++] != tag) {
        throw new AssertionError("tag %d at %d".formatted(bytes[position - 1], position - 1));
      }
      int length = 0;
      int shift = 0;
      byte next;
      do {
        next = bytes[position++];
        length |= (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
      position += length;
      return Arrays.copyOfRange(bytes, position - length, position);
    }
  }
}
