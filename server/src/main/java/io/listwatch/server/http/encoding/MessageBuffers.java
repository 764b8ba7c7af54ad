package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.schema.ObjectSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * The buffers in which a thread transcodes one object after the other. There is one for each event
 * loop rather than for each watch, because watches are many and mostly idle.
 */
final class MessageBuffers {
  /** Larger buffers are not reused. */
  private static final int LARGEST = 256 * 1024;

  private static final ThreadLocal<MessageBuffers> CURRENT =
      ThreadLocal.withInitial(MessageBuffers::new);

  private final Scratch json = new Scratch();
  private final MessageTranscoder transcoder = new MessageTranscoder();

  /** Transcodes an object. The message is valid until the next call in this thread. */
  static MessageTranscoder transcode(Resource object, ObjectForm form, ObjectSchema schema)
      throws IOException {
    MessageBuffers buffers = object.size() > LARGEST ? new MessageBuffers() : CURRENT.get();
    Scratch json = buffers.json;
    json.size = 0;
    form.writeObject(object, json);
    json.room(MessageTranscoder.PADDING);
    buffers.transcoder.transcode(schema, json.bytes, json.size);
    return buffers.transcoder;
  }

  /** Collects the JSON of one object. */
  private static final class Scratch extends OutputStream {
    private byte[] bytes = {};
    private int size;

    @Override
    public void write(int b) {
      room(1);
      bytes[size++] = (byte) b;
    }

    @Override
    public void write(byte[] from, int start, int length) {
      room(length);
      System.arraycopy(from, start, bytes, size, length);
      size += length;
    }

    private void room(int length) {
      if (bytes.length - size < length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, length)));
      }
    }
  }
}
