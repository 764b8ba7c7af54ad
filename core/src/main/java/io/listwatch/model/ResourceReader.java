package io.listwatch.model;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;

/**
 * Where bytes become objects, lists, watch events and statuses, for one type.
 *
 * <p>Thread-safe. What it reads shares the given bytes, which must not change afterwards. It trusts
 * nothing: what cannot be read fails with the place of the problem, or, where other objects come
 * along with it, is put aside as {@link UnreadableObject}.
 */
public final class ResourceReader {
  /** For types whose objects can be selected by name and namespace only. */
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
   * @throws ApiException if it is a status that tells of a failure
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
   * @throws ApiException if the frame is the server's error
   */
  public WatchEvent event(byte[] json, int from, int to) {
    return new EventReader(this, json, from, to).read();
  }

  /** Reads what a server answers when it fails. */
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
