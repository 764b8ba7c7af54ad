package io.listwatch.model;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects, lists, watch events and statuses of one type from JSON bytes.
 *
 * <p>Thread-safe. The results share the given bytes, which must not change afterwards. Input is
 * untrusted: unreadable input throws with the place of the problem. An unreadable object in a list
 * or watch is put aside as an {@link UnreadableObject} instead.
 */
public final class ResourceReader {
  /** A reader for types whose only selectable fields are name and namespace. */
  public static final ResourceReader PLAIN = new ResourceReader(SelectableFields.NONE);

  private final SelectableFields selectable;

  public ResourceReader(SelectableFields selectable) {
    this.selectable = selectable;
  }

  /** Reads one object. */
  public Resource resource(byte[] json, int from, int to) {
    try {
      var cursor = new JsonCursor(json, from, to);
      Resource resource = resource(json, cursor);
      cursor.end();
      return resource;
    } catch (JsonException problem) {
      throw new MalformedException(problem);
    }
  }

  /** Reads the object at the cursor. */
  Resource resource(byte[] json, JsonCursor cursor) {
    int start = cursor.position();
    Header header = new HeaderReader(cursor, selectable).read();
    return new Resource(json, start, cursor.position() - start, header);
  }

  /**
   * Reads a list, or a page of one.
   *
   * @throws ApiException if it is a Status that reports a failure
   */
  public ResourceList list(byte[] json, int from, int to) {
    try {
      return new ListReader(this, json, from, to).read();
    } catch (JsonException problem) {
      throw new MalformedException(problem);
    }
  }

  /**
   * Reads one frame of a watch.
   *
   * @throws ApiException if the frame is an error event
   */
  public WatchEvent event(byte[] json, int from, int to) {
    return Objects.requireNonNull(new EventReader(this, null, json, from, to).read());
  }

  /**
   * Reads one frame of a watch that may send deltas, and applies the delta.
   *
   * @return null if {@code bases} includes the change already
   * @throws DeltaMismatchException if a delta cannot be applied
   * @throws ApiException if the frame is an error event
   */
  public @Nullable WatchEvent event(byte[] json, int from, int to, DeltaBases bases) {
    return new EventReader(this, bases, json, from, to).read();
  }

  /** Reads the Status of an error response. */
  public static Status status(byte[] json, int from, int to) {
    try {
      var cursor = new JsonCursor(json, from, to);
      Status status = StatusReader.read(cursor);
      cursor.end();
      return status;
    } catch (JsonException problem) {
      throw new MalformedException(problem);
    }
  }
}
