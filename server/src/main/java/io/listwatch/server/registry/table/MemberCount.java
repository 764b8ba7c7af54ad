package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonType;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Counts the members of objects or the elements of arrays at some paths. It skips over the values
 * without decoding them, because they may be large.
 */
final class MemberCount implements Cell {
  private final List<List<String>> paths;

  /**
   * Creates a cell.
   *
   * @param paths member names separated by dots
   */
  MemberCount(List<String> paths) {
    this.paths = paths.stream().map(path -> List.of(path.split("\\.", -1))).toList();
  }

  @Override
  public void write(Resource object, Instant now, JsonGenerator out) throws IOException {
    byte[] json = object.toByteArray();
    int count = 0;
    for (List<String> path : paths) {
      count += count(new JsonCursor(json), path);
    }
    out.writeNumber(count);
  }

  private static int count(JsonCursor cursor, List<String> path) {
    if (path.isEmpty()) {
      return countHere(cursor);
    }
    if (cursor.peek() != JsonType.OBJECT) {
      return 0;
    }
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.field().equals(path.get(0))) {
        return count(cursor, path.subList(1, path.size()));
      }
      cursor.skip();
    }
    return 0;
  }

  private static int countHere(JsonCursor cursor) {
    JsonType type = cursor.peek();
    int count = 0;
    if (type == JsonType.OBJECT) {
      for (cursor.enterObject(); cursor.nextField(); count++) {
        cursor.skip();
      }
    } else if (type == JsonType.ARRAY) {
      for (cursor.enterArray(); cursor.nextElement(); count++) {
        cursor.skip();
      }
    }
    return count;
  }
}
