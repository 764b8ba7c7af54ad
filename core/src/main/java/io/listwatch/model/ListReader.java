package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one list. An unreadable item is put aside as long as its end can be found.
 *
 * <p>Not thread-safe; create one for each list.
 */
final class ListReader {
  private static final byte[] KIND = "kind".getBytes(UTF_8);
  private static final byte[] METADATA = "metadata".getBytes(UTF_8);
  private static final byte[] ITEMS = "items".getBytes(UTF_8);

  private final ResourceReader reader;
  private final byte[] json;
  private final int from;
  private final int to;
  private final JsonCursor cursor;

  private final List<Resource> items = new ArrayList<>();
  private final List<UnreadableObject> unreadable = new ArrayList<>();
  private final CollectionMetadata metadata = new CollectionMetadata();
  private boolean hasItems;

  ListReader(ResourceReader reader, byte[] json, int from, int to) {
    this.reader = reader;
    this.json = json;
    this.from = from;
    this.to = to;
    this.cursor = new JsonCursor(json, from, to);
  }

  ResourceList read() {
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(ITEMS)) {
        readItems();
      } else if (cursor.fieldIs(METADATA)) {
        metadata.read(cursor);
      } else if (cursor.fieldIs(KIND)) {
        rejectTable();
      } else {
        cursor.skip();
      }
    }
    cursor.end();
    if (!hasItems) {
      throw notAList();
    }
    return new ResourceList(items, unreadable, metadata.version(), metadata.continueToken());
  }

  /** Returns the exception for a document without items, which must not pass for an empty list. */
  private RuntimeException notAList() {
    ApiException failure = StatusReader.failure(json, from, to);
    return failure != null ? failure : cursor.failure("has no items (expected: a list of objects)");
  }

  /** Rejects a Table, which holds the columns that kubectl prints instead of the objects. */
  private void rejectTable() {
    if (!cursor.skipNull() && cursor.string().equals("Table")) {
      throw cursor.failure("is a Table (expected: a list of objects)");
    }
  }

  private void readItems() {
    if (hasItems) {
      throw cursor.failure("is there twice");
    }
    hasItems = true;
    if (cursor.skipNull()) {
      return;
    }
    cursor.enterArray();
    while (cursor.nextElement()) {
      readItem();
    }
  }

  /** Uses a separate cursor, so that this one survives an unreadable item. */
  private void readItem() {
    int start = cursor.position();
    var item = new JsonCursor(json, start, to);
    try {
      items.add(reader.resource(json, item));
      cursor.jump(item.position());
    } catch (JsonException problem) {
      cursor.pass();
      String message = String.valueOf(problem.getMessage());
      unreadable.add(UnreadableObject.of(json, start, cursor.position(), message));
    }
  }
}
