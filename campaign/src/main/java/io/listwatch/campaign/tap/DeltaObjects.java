package io.listwatch.campaign.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.campaign.load.CampaignObject;
import io.listwatch.json.JsonCursor;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The objects that the client of a delta watch keeps. Turns each frame into one with a whole
 * object, as docs/delta-watch.md describes. Does not use our client, because it checks that client.
 *
 * <p>Not thread-safe.
 */
final class DeltaObjects {
  private static final byte[] ITEMS = "items".getBytes(UTF_8);
  private static final byte[] OBJECT = "object".getBytes(UTF_8);
  private static final String TYPE_META = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",";

  /** Thrown for a delta that does not result in the object that the server computed it for. */
  static final class MismatchException extends Exception {
    private static final long serialVersionUID = 1;

    MismatchException(String message) {
      super(message);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record State(String version, byte[] json) {}

  private final Map<String, State> objects = new HashMap<>();
  private long version;
  private int deltas;

  /** Returns the version of the last list or frame; 0 if there was none. */
  long version() {
    return version;
  }

  /** Returns the number of deltas applied. */
  int deltas() {
    return deltas;
  }

  /** Drops all objects, after a mismatch. */
  void clear() {
    objects.clear();
    version = 0;
  }

  /** Replaces all objects by those of a list. */
  void replace(byte[] list) {
    clear();
    var cursor = new JsonCursor(list);
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(ITEMS) && !cursor.skipNull()) {
        cursor.enterArray();
        while (cursor.nextElement()) {
          int from = cursor.position();
          cursor.skip();
          // Unlike the object of a watch event, an item of a list has no kind and no apiVersion.
          keep((TYPE_META + text(list, from + 1, cursor.position())).getBytes(UTF_8));
        }
      } else {
        cursor.skip();
      }
    }
    version = version(CampaignObject.parse(list).path("metadata"));
  }

  /** Returns the line with the whole object in place of a delta. */
  String whole(String line) throws MismatchException {
    JsonNode frame = CampaignObject.parse(line);
    String type = frame.path("type").asText();
    JsonNode delta = frame.path("delta");
    if (!delta.isMissingNode()) {
      return rebuilt(type, delta);
    }
    switch (type) {
      case "ADDED", "MODIFIED" -> keep(object(line));
      case "DELETED" -> objects.remove(key(frame.path("object").path("metadata")));
      case "BOOKMARK" -> {}
      default -> {
        return line;
      }
    }
    version = version(frame.path("object").path("metadata"));
    return line;
  }

  private String rebuilt(String type, JsonNode delta) throws MismatchException {
    String key = key(delta);
    State base = objects.get(key);
    if (base == null || !base.version.equals(delta.path("from").asText())) {
      String known = base == null ? "none" : base.version;
      throw new MismatchException("%s: known version %s, got %s".formatted(key, known, delta));
    }
    byte[] result = spliced(base.json, delta.path("edit"));
    if (!checksum(result).equals(delta.path("crc32c").asText())) {
      throw new MismatchException(
          "%s: %s makes %s of %s"
              .formatted(key, delta, new String(result, UTF_8), new String(base.json, UTF_8)));
    }
    if (type.equals("DELETED")) {
      objects.remove(key);
    } else {
      objects.put(key, new State(delta.path("to").asText(), result));
    }
    version = delta.path("to").asLong();
    deltas++;
    return "{\"type\":\"%s\",\"object\":%s}".formatted(type, new String(result, UTF_8));
  }

  private static byte[] spliced(byte[] base, JsonNode edit) throws MismatchException {
    var result = new ByteArrayOutputStream(base.length);
    int at = 0;
    for (int i = 0; i < edit.size(); i += 3) {
      int keep = edit.path(i).asInt(-1);
      int drop = edit.path(i + 1).asInt(-1);
      if (keep < 0 || drop < 0 || keep > base.length - at || drop > base.length - at - keep) {
        throw new MismatchException("out of bounds of %d bytes: %s".formatted(base.length, edit));
      }
      result.write(base, at, keep);
      result.writeBytes(edit.path(i + 2).asText().getBytes(UTF_8));
      at += keep + drop;
    }
    result.write(base, at, base.length - at);
    return result.toByteArray();
  }

  private static String checksum(byte[] bytes) {
    var checksum = new CRC32C();
    checksum.update(bytes);
    return "%08x".formatted((int) checksum.getValue());
  }

  private void keep(byte[] json) {
    JsonNode metadata = CampaignObject.parse(json).path("metadata");
    objects.put(key(metadata), new State(metadata.path("resourceVersion").asText(), json));
  }

  /** Returns the bytes of a frame's object, as they were sent. */
  private static byte[] object(String line) {
    byte[] frame = line.getBytes(UTF_8);
    var cursor = new JsonCursor(frame);
    cursor.enterObject();
    while (cursor.nextField()) {
      int from = cursor.position();
      boolean found = cursor.fieldIs(OBJECT);
      cursor.skip();
      if (found) {
        return Arrays.copyOfRange(frame, from, cursor.position());
      }
    }
    throw new IllegalArgumentException("line: %s (expected: one with an object)".formatted(line));
  }

  private static String text(byte[] json, int from, int to) {
    return new String(json, from, to - from, UTF_8);
  }

  private static String key(JsonNode metadata) {
    return metadata.path("namespace").asText() + "/" + metadata.path("name").asText();
  }

  private static long version(JsonNode metadata) {
    return metadata.path("resourceVersion").asLong();
  }
}
