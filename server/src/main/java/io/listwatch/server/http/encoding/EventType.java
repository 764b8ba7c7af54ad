package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.model.Resource;
import java.io.ByteArrayOutputStream;

/**
 * The type of a watch event, and the JSON around the event's object. The JSON is encoded once,
 * because it is written for each event and each watch.
 */
enum EventType {
  ADDED,
  MODIFIED,
  DELETED,
  BOOKMARK,
  ERROR;

  static final byte[] END = "}\n".getBytes(US_ASCII);

  @SuppressWarnings("ImmutableEnumChecker") // never modified
  final byte[] beginning = ("{\"type\":\"" + name() + "\",\"object\":").getBytes(US_ASCII);

  /** Returns the whole line of an event of this type. */
  byte[] frame(Resource object) {
    var frame = new ByteArrayOutputStream(beginning.length + object.size() + END.length);
    frame.writeBytes(beginning);
    frame.writeBytes(object.toByteArray());
    frame.writeBytes(END);
    return frame.toByteArray();
  }
}
