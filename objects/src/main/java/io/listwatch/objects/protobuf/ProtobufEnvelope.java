package io.listwatch.objects.protobuf;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.Arrays;

/**
 * The envelope of an object in protobuf: a magic number of four bytes, then a message ({@code
 * runtime.Unknown}) with the object's type and the object as bytes.
 *
 * <p>Immutable.
 */
public final class ProtobufEnvelope {
  /** The media type of protobuf bodies. */
  public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MARK = {'k', '8', 's', 0};

  /** The content encoding and the content type, which Go writes although they are empty. */
  private static final byte[] TAIL = {3 << 3 | 2, 0, 4 << 3 | 2, 0};

  private final String apiVersion;
  private final String kind;
  private final byte[] object;

  private ProtobufEnvelope(String apiVersion, String kind, byte[] object) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.object = object;
  }

  /**
   * Parses the envelope of a body.
   *
   * @throws MalformedProtobufException if it is malformed; the object in it is not read
   */
  public static ProtobufEnvelope open(byte[] body) {
    if (body.length == 0) {
      throw new MalformedProtobufException("empty data");
    }
    if (!Arrays.equals(MARK, Arrays.copyOf(body, Math.min(body.length, MARK.length)))) {
      throw new MalformedProtobufException(
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
    }
    if (body.length == MARK.length) {
      throw new MalformedProtobufException("empty body");
    }
    return read(new WireReader(body, MARK.length, body.length));
  }

  private static ProtobufEnvelope read(WireReader message) {
    var type = new Type();
    byte[] object = {};
    while (message.next("Unknown")) {
      switch (message.number()) {
        case 1 -> type.merge(message.message("typeMeta"));
        case 2 -> object = message.bytes("raw");
        default -> message.skip();
      }
    }
    return new ProtobufEnvelope(type.apiVersion, type.kind, object);
  }

  /** Wraps a message in the envelope. */
  public static byte[] seal(String apiVersion, String kind, byte[] message) {
    byte[] head = head(apiVersion, kind, message.length);
    int end = Math.addExact(head.length, message.length);
    byte[] sealed = Arrays.copyOf(head, Math.addExact(end, TAIL.length));
    System.arraycopy(message, 0, sealed, head.length, message.length);
    System.arraycopy(TAIL, 0, sealed, end, TAIL.length);
    return sealed;
  }

  /** Returns the part of the envelope after the object. */
  public static byte[] tail() {
    return TAIL.clone();
  }

  /**
   * Returns the part of the envelope before the object. The object and the {@link #tail} must
   * follow.
   *
   * @param length the length of the object
   */
  public static byte[] head(String apiVersion, String kind, long length) {
    var type = new WireWriter();
    type.text(2, kind);
    type.text(1, apiVersion);
    type.message(1, 0);
    byte[] said = type.toByteArray();
    byte[] tag = WireWriter.lengthTag(2, length);
    byte[] head = Arrays.copyOf(MARK, MARK.length + said.length + tag.length);
    System.arraycopy(said, 0, head, MARK.length, said.length);
    System.arraycopy(tag, 0, head, MARK.length + said.length, tag.length);
    return head;
  }

  /** Returns the API version, as in {@code apps/v1}; empty if there is none. */
  public String apiVersion() {
    return apiVersion;
  }

  /** Returns the kind; empty if there is none. */
  public String kind() {
    return kind;
  }

  /**
   * Decodes the object, without kind and apiVersion, which are in the envelope.
   *
   * @throws MalformedProtobufException if it is not a message of the type
   */
  public JsonObject object(ObjectSchema type) {
    return new MessageDecoder().decode(type, new WireReader(object, 0, object.length));
  }

  private static final class Type {
    private String apiVersion = "";
    private String kind = "";

    void merge(WireReader message) {
      while (message.next("TypeMeta")) {
        switch (message.number()) {
          case 1 -> apiVersion = message.text("apiVersion");
          case 2 -> kind = message.text("kind");
          default -> message.skip();
        }
      }
    }
  }
}
