package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.schema.ObjectSchema;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Encodes objects of one type as protobuf messages, one after the other. Uses messages that {@link
 * KeptMessages} holds, and adds those that it encodes.
 *
 * <p>Threads: one at a time, and a message is used by the thread that encoded it.
 */
final class ObjectMessages {
  private final ObjectForm json;
  private final ObjectSchema schema;
  private final String type;
  private final KeptMessages kept;

  /**
   * @param json writes the JSON of an object
   * @param schema the type of that JSON
   * @param source the kind of the objects: metadata of all kinds has the same schema
   * @param lean true if the JSON lacks managedFields
   */
  ObjectMessages(
      ObjectForm json, ObjectSchema schema, ResourceType source, boolean lean, KeptMessages kept) {
    this.json = json;
    this.schema = schema;
    this.type =
        "%s of %s/%s%s"
            .formatted(schema.name(), source.apiVersion(), source.kind(), lean ? ", lean" : "");
    this.kept = kept;
  }

  /** Returns the length of an object's message if it is kept, else -1. */
  int knownLength(Resource object) {
    KeptMessages.Entry known = kept.find(type, object);
    return known == null ? -1 : known.length;
  }

  /** Returns the length of an object's message. */
  int length(Resource object) throws IOException {
    int known = knownLength(object);
    return known < 0 ? make(object).length() : known;
  }

  /** Returns the message of an object, which is valid until this thread encodes the next one. */
  Message encode(Resource object) throws IOException {
    KeptMessages.Entry known = kept.find(type, object);
    byte[] message = known == null ? null : known.message;
    return message == null ? make(object) : new Message(message, message.length);
  }

  private Message make(Resource object) throws IOException {
    MessageTranscoder made = MessageBuffers.transcode(object, json, schema);
    kept.keep(type, object, made.buffer(), made.size());
    return new Message(made.buffer(), made.size());
  }

  /** A message: the first {@code length} of these bytes, which are not to be modified. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(byte[] bytes, int length) {
    void writeTo(OutputStream out) throws IOException {
      out.write(bytes, 0, length);
    }
  }
}
