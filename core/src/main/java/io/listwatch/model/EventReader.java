package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.JsonPath;
import io.listwatch.json.StringPool;
import org.jspecify.annotations.Nullable;

/**
 * Reads one frame of a watch, {@code {"type":…,"object":{…}}} or {@code {"type":…,"delta":{…}}},
 * with its members in either order. An unreadable frame becomes an event of its own, unless it is
 * an error event of the server.
 *
 * <p>Not thread-safe; create one for each frame.
 */
final class EventReader {
  private static final byte[] TYPE = "type".getBytes(UTF_8);
  private static final byte[] OBJECT = "object".getBytes(UTF_8);
  private static final byte[] DELTA = "delta".getBytes(UTF_8);
  private static final byte[] METADATA = "metadata".getBytes(UTF_8);
  private static final JsonPath INITIAL_EVENTS_END =
      JsonPath.of("metadata.annotations['k8s.io/initial-events-end']");

  private final ResourceReader reader;
  private final @Nullable DeltaBases bases;
  private final byte[] json;
  private final int from;
  private final int to;

  private String type = "";
  private int start = -1;
  private int end;
  private int deltaStart = -1;

  /**
   * @param bases null if the watch did not request deltas
   */
  EventReader(ResourceReader reader, @Nullable DeltaBases bases, byte[] json, int from, int to) {
    this.reader = reader;
    this.bases = bases;
    this.json = json;
    this.from = from;
    this.to = to;
  }

  /** Returns null for a delta that the bases include already. */
  @Nullable WatchEvent read() {
    try {
      return readFrame();
    } catch (JsonException problem) {
      if (deltaStart >= 0) {
        throw malformedDelta(String.valueOf(problem.getMessage()));
      }
      if (type.equals("ERROR")) {
        throw new MalformedException(problem);
      }
      return unreadable(String.valueOf(problem.getMessage()));
    }
  }

  private WatchEvent unreadable(String problem) {
    int at = start < 0 ? from : start;
    return new WatchEvent.Unreadable(UnreadableObject.of(json, at, to, problem));
  }

  private @Nullable WatchEvent readFrame() {
    WatchEvent event = null;
    var cursor = new JsonCursor(json, from, to);
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(TYPE)) {
        require(type.isEmpty(), cursor);
        type = cursor.string(StringPool.SHARED);
      } else if (cursor.fieldIs(OBJECT)) {
        require(start < 0, cursor);
        start = cursor.position();
        event = objectOrSkip(cursor);
        end = cursor.position();
      } else if (cursor.fieldIs(DELTA) && start < 0) {
        require(deltaStart < 0, cursor);
        deltaStart = cursor.position();
        cursor.skip();
      } else {
        cursor.skip();
      }
    }
    cursor.end();
    return event != null ? event : finish();
  }

  private static void require(boolean first, JsonCursor cursor) {
    if (!first) {
      throw cursor.failure("is there twice");
    }
  }

  /** Reads the object right away if its type is already known, else skips it. */
  private @Nullable WatchEvent objectOrSkip(JsonCursor frame) {
    if (!isObject()) {
      frame.skip();
      return null;
    }
    var cursor = new JsonCursor(json, start, to);
    WatchEvent event = readObject(cursor);
    frame.jump(cursor.position());
    return event;
  }

  private boolean isObject() {
    return type.equals("ADDED") || type.equals("MODIFIED") || type.equals("DELETED");
  }

  /**
   * Uses a separate cursor, so that paths in errors and the nesting depth are relative to the
   * object.
   */
  private WatchEvent readObject(JsonCursor cursor) {
    Resource object = reader.resource(json, cursor);
    return switch (type) {
      case "ADDED" -> new WatchEvent.Added(object);
      case "MODIFIED" -> new WatchEvent.Modified(object);
      default -> new WatchEvent.Deleted(object);
    };
  }

  /** Handles an object that came before its type, or an event without an object. */
  private @Nullable WatchEvent finish() {
    if (start < 0 && deltaStart >= 0) {
      return applyDelta();
    }
    if (start < 0) {
      return withoutObject();
    }
    if (isObject()) {
      return readObject(new JsonCursor(json, start, end));
    }
    return switch (type) {
      case "BOOKMARK" -> bookmark();
      case "ERROR" -> throw error();
      default -> unreadable("is of the unknown type \"%.64s\"".formatted(type));
    };
  }

  private @Nullable WatchEvent applyDelta() {
    if (bases == null) {
      throw malformedDelta("not requested");
    }
    if (!type.equals("MODIFIED") && !type.equals("DELETED")) {
      throw malformedDelta("of type \"%.64s\" (expected: MODIFIED or DELETED)".formatted(type));
    }
    ObjectDelta delta = ObjectDelta.read(new JsonCursor(json, deltaStart, to));
    if (bases.includes(delta.key(), delta.to())) {
      return null;
    }
    Resource object = delta.applyTo(bases.latest(delta.key()), reader);
    return type.equals("MODIFIED")
        ? new WatchEvent.Modified(object)
        : new WatchEvent.Deleted(object);
  }

  private static DeltaMismatchException malformedDelta(String problem) {
    return new DeltaMismatchException(
        DeltaMismatchException.Reason.MALFORMED, "a delta: " + problem);
  }

  /** Some proxies send a bare status that is not wrapped in an event. */
  private WatchEvent withoutObject() {
    ApiException failure = StatusReader.failure(json, from, to);
    if (failure != null) {
      throw failure;
    }
    return unreadable("has no object");
  }

  private WatchEvent bookmark() {
    var metadata = new CollectionMetadata();
    var cursor = new JsonCursor(json, start, end);
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(METADATA)) {
        metadata.read(cursor);
      } else {
        cursor.skip();
      }
    }
    if (metadata.version().isUnset()) {
      return unreadable("is a bookmark without a version");
    }
    boolean initialEventsEnd = "true".equals(INITIAL_EVENTS_END.text(json, start, end));
    return new WatchEvent.Bookmark(metadata.version(), initialEventsEnd);
  }

  private ApiException error() {
    Status status = StatusReader.read(new JsonCursor(json, start, end));
    return status.code() == 0 && status.reason().isEmpty()
        ? new MalformedException("is an error without a status")
        : status.toException();
  }
}
