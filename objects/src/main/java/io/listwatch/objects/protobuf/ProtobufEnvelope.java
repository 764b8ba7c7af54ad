package io.listwatch.objects.protobuf;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.Arrays;

/**
 * What Kubernetes puts around an object in protobuf: a mark of four bytes, then a message with the
 * object's type and, as bytes, the object.
 *
 * <p>Immutable.
 */
public final class ProtobufEnvelope {
  /** The media type of such bodies. */
  public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MARK = {'k', '8', 's', 0};

  private final String apiVersion;
  private final String kind;
  private final byte[] object;

  private ProtobufEnvelope(String apiVersion, String kind, byte[] object) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.object = object;
  }

  /**
   * Opens a body.
   *
   * @throws MalformedProtobufException if it is no envelope; what is in it is not looked at
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

  /** Puts the envelope around an object that is a message already. */
  public static byte[] seal(String apiVersion, String kind, byte[] message) {
    byte[] head = head(apiVersion, kind, message.length);
    byte[] sealed = Arrays.copyOf(head, Math.addExact(head.length, message.length));
    System.arraycopy(message, 0, sealed, head.length, message.length);
    return sealed;
  }

  /**
   * The envelope up to the object, which follows and ends it.
   *
   * @param length of the object
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

  /** As in {@code apps/v1}; empty if it does not say. */
  public String apiVersion() {
    return apiVersion;
  }

  /** Empty if it does not say. */
  public String kind() {
    return kind;
  }

  /**
   * The object as JSON has it, without its kind and version, which are the envelope's to say.
   *
   * @throws MalformedProtobufException if it is no message of the type
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
