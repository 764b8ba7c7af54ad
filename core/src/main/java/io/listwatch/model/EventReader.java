package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.JsonPath;
import io.listwatch.json.StringPool;

/**
 * Reads one frame of a watch, {@code {"type":…,"object":{…}}}, its members in either order. A frame
 * that cannot be read is an event of its own.
 */
final class EventReader {
  private static final byte[] TYPE = "type".getBytes(UTF_8);
  private static final byte[] OBJECT = "object".getBytes(UTF_8);
  private static final JsonPath VERSION = JsonPath.of("metadata.resourceVersion");
  private static final JsonPath INITIAL_EVENTS_END =
      JsonPath.of("metadata.annotations['k8s.io/initial-events-end']");

  private final ResourceReader reader;
  private final byte[] json;
  private final int from;
  private final int to;

  private String type = "";
  private int start = -1;
  private int end;

  EventReader(ResourceReader reader, byte[] json, int from, int to) {
    this.reader = reader;
    this.json = json;
    this.from = from;
    this.to = to;
  }

  WatchEvent read() {
    try {
      return readFrame();
    } catch (JsonException problem) {
      return unreadable(String.valueOf(problem.getMessage()));
    }
  }

  private WatchEvent unreadable(String problem) {
    int at = start < 0 ? from : start;
    return new WatchEvent.Unreadable(UnreadableObject.of(json, at, to, problem));
  }

  private WatchEvent readFrame() {
    WatchEvent event = null;
    var cursor = new JsonCursor(json, from, to);
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(TYPE)) {
        type = cursor.string(StringPool.SHARED);
      } else if (cursor.fieldIs(OBJECT) && start < 0) {
        start = cursor.position();
        event = isObject() ? readObject(cursor) : null;
        if (event == null) {
          cursor.skip();
        }
        end = cursor.position();
      } else {
        cursor.skip();
      }
    }
    cursor.end();
    return event != null ? event : finish();
  }

  private boolean isObject() {
    return type.equals("ADDED") || type.equals("MODIFIED") || type.equals("DELETED");
  }

  private WatchEvent readObject(JsonCursor cursor) {
    Resource object = reader.resource(json, cursor);
    if (object.kind().equals("Table")) {
      return unreadable("is a Table (expected: an object)");
    }
    return switch (type) {
      case "ADDED" -> new WatchEvent.Added(object);
      case "MODIFIED" -> new WatchEvent.Modified(object);
      default -> new WatchEvent.Deleted(object);
    };
  }

  /** The object came before its type, or is none that is kept. */
  private WatchEvent finish() {
    if (start < 0) {
      return unreadable("has no object");
    }
    if (isObject()) {
      return readObject(new JsonCursor(json, start, end));
    }
    return switch (type) {
      case "BOOKMARK" -> bookmark();
      case "ERROR" -> throw error();
      default -> unreadable("is of the unknown type \"" + type + "\"");
    };
  }

  private WatchEvent bookmark() {
    String version = VERSION.text(json, start, end);
    if (version == null || version.isEmpty()) {
      return unreadable("is a bookmark without a version");
    }
    boolean initialEventsEnd = "true".equals(INITIAL_EVENTS_END.text(json, start, end));
    return new WatchEvent.Bookmark(ResourceVersion.of(version), initialEventsEnd);
  }

  private ApiException error() {
    return StatusReader.read(new JsonCursor(json, start, end)).toException();
  }
}
