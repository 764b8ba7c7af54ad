package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.model.Resource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

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
  final byte[] deltaBeginning = ("{\"type\":\"" + name() + "\",\"delta\":").getBytes(US_ASCII);

  @SuppressWarnings("ImmutableEnumChecker") // never modified
  final byte[] beginning = ("{\"type\":\"" + name() + "\",\"object\":").getBytes(US_ASCII);

  /**
   * Returns the whole line of an event of this type.
   *
   * @param lean true to leave out managedFields
   */
  byte[] frame(Resource object, boolean lean) {
    int size = lean ? object.leanSize() : object.size();
    var frame = new ByteArrayOutputStream(beginning.length + size + END.length);
    frame.writeBytes(beginning);
    try {
      if (lean) {
        object.writeLeanTo(frame);
      } else {
        object.writeTo(frame);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    frame.writeBytes(END);
    return frame.toByteArray();
  }
}
