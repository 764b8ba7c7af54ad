package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/** Reads one list. An item that is well-formed JSON but not an object one can keep is put aside. */
final class ListReader {
  private static final byte[] KIND = "kind".getBytes(UTF_8);
  private static final byte[] METADATA = "metadata".getBytes(UTF_8);
  private static final byte[] RESOURCE_VERSION = "resourceVersion".getBytes(UTF_8);
  private static final byte[] CONTINUE = "continue".getBytes(UTF_8);
  private static final byte[] ITEMS = "items".getBytes(UTF_8);

  private final ResourceReader reader;
  private final byte[] json;
  private final int to;
  private final JsonCursor cursor;

  private final List<Resource> items = new ArrayList<>();
  private final List<UnreadableObject> unreadable = new ArrayList<>();
  private ResourceVersion version = ResourceVersion.UNSET;
  private String continueToken = "";

  ListReader(ResourceReader reader, byte[] json, int from, int to) {
    this.reader = reader;
    this.json = json;
    this.to = to;
    this.cursor = new JsonCursor(json, from, to);
  }

  ResourceList read() {
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(ITEMS)) {
        readItems();
      } else if (cursor.fieldIs(METADATA)) {
        readMetadata();
      } else if (cursor.fieldIs(KIND)) {
        refuseTable();
      } else {
        cursor.skip();
      }
    }
    cursor.end();
    return new ResourceList(items, unreadable, version, continueToken);
  }

  /** A table holds what kubectl prints, not the objects. */
  private void refuseTable() {
    if (!cursor.skipNull() && cursor.string().equals("Table")) {
      throw cursor.failure("is a Table (expected: a list of objects)");
    }
  }

  private void readMetadata() {
    if (cursor.skipNull()) {
      return;
    }
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(RESOURCE_VERSION)) {
        version = cursor.skipNull() ? ResourceVersion.UNSET : ResourceVersion.of(cursor.string());
      } else if (cursor.fieldIs(CONTINUE)) {
        continueToken = cursor.skipNull() ? "" : cursor.string();
      } else {
        cursor.skip();
      }
    }
  }

  private void readItems() {
    if (cursor.skipNull()) {
      return;
    }
    cursor.enterArray();
    while (cursor.nextElement()) {
      readItem();
    }
  }

  /** With a cursor of its own, so that this one survives an item that cannot be kept. */
  private void readItem() {
    int start = cursor.position();
    var item = new JsonCursor(json, start, to);
    try {
      items.add(reader.resource(json, item));
      cursor.jump(item.position());
    } catch (JsonException problem) {
      cursor.skip();
      String message = String.valueOf(problem.getMessage());
      unreadable.add(UnreadableObject.of(json, start, cursor.position(), message));
    }
  }
}
