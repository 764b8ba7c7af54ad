package io.listwatch.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.listwatch.json.Edits;
import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.JsonString;
import io.listwatch.model.DeltaMismatchException.Reason;
import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The change of one object as the edits of its bytes, from one version to another, with a checksum
 * of the result.
 *
 * <p>Immutable.
 */
public final class ObjectDelta {
  /** The format and its version, as the value of the media type parameter {@code delta}. */
  public static final String FORMAT = "lw1";

  private static final byte[] NAMESPACE = "namespace".getBytes(ISO_8859_1);
  private static final byte[] NAME = "name".getBytes(ISO_8859_1);
  private static final byte[] FROM = "from".getBytes(ISO_8859_1);
  private static final byte[] TO = "to".getBytes(ISO_8859_1);
  private static final byte[] CHECKSUM = "crc32c".getBytes(ISO_8859_1);
  private static final byte[] EDIT = "edit".getBytes(ISO_8859_1);

  private final ResourceKey key;
  private final ResourceVersion from;
  private final ResourceVersion to;
  private final String checksum;
  private final Edits edits;

  private ObjectDelta(
      ResourceKey key, ResourceVersion from, ResourceVersion to, String checksum, Edits edits) {
    this.key = key;
    this.from = from;
    this.to = to;
    this.checksum = checksum;
    this.edits = edits;
  }

  /**
   * Returns the delta between two states of an object.
   *
   * @param base the first state in the form that the client has
   * @param result the second state in that form
   */
  public static ObjectDelta between(
      ResourceKey key, ResourceVersion from, ResourceVersion to, byte[] base, byte[] result) {
    return new ObjectDelta(key, from, to, checksum(result), Edits.between(base, result));
  }

  private static String checksum(byte[] bytes) {
    var crc = new CRC32C();
    crc.update(bytes);
    return "%08x".formatted((int) crc.getValue());
  }

  /** Writes the delta as a JSON object. */
  public void writeTo(ByteArrayOutputStream json) {
    String namespace = key.namespace();
    String head =
        "{%s\"name\":%s,\"from\":%s,\"to\":%s,\"crc32c\":\"%s\",\"edit\":"
            .formatted(
                namespace == null ? "" : "\"namespace\":" + JsonString.quote(namespace) + ",",
                JsonString.quote(key.name()),
                JsonString.quote(from.toString()),
                JsonString.quote(to.toString()),
                checksum);
    json.writeBytes(head.getBytes(ISO_8859_1));
    edits.writeTo(json);
    json.write('}');
  }

  /**
   * Reads the delta at the cursor.
   *
   * @throws JsonException if it does not follow the format
   */
  static ObjectDelta read(JsonCursor cursor) {
    String namespace = null;
    String name = "";
    String from = "";
    String to = "";
    String checksum = "";
    Edits edits = null;
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(NAMESPACE)) {
        namespace = cursor.string();
      } else if (cursor.fieldIs(NAME)) {
        name = cursor.string();
      } else if (cursor.fieldIs(FROM)) {
        from = cursor.string();
      } else if (cursor.fieldIs(TO)) {
        to = cursor.string();
      } else if (cursor.fieldIs(CHECKSUM)) {
        checksum = cursor.string();
      } else if (cursor.fieldIs(EDIT)) {
        edits = Edits.read(cursor);
      } else {
        cursor.skip();
      }
    }
    if (from.isEmpty() || to.isEmpty() || checksum.isEmpty() || edits == null) {
      throw cursor.failure("is incomplete (expected: name, from, to, crc32c, edit)");
    }
    return new ObjectDelta(
        key(namespace, name, cursor),
        ResourceVersion.of(from),
        ResourceVersion.of(to),
        checksum,
        edits);
  }

  private static ResourceKey key(@Nullable String namespace, String name, JsonCursor cursor) {
    try {
      return new ResourceKey(namespace, name);
    } catch (IllegalArgumentException problem) {
      throw cursor.failure(String.valueOf(problem.getMessage()));
    }
  }

  public ResourceKey key() {
    return key;
  }

  /** Returns the version of the result. */
  public ResourceVersion to() {
    return to;
  }

  /**
   * Applies the delta to the state that the client has.
   *
   * @param base null if the client has none
   * @throws DeltaMismatchException if the result is not the object that the delta was made for
   */
  public Resource applyTo(@Nullable Resource base, ResourceReader reader) {
    if (base == null) {
      throw mismatch(Reason.NO_BASE, "the object is not known");
    }
    if (!base.version().equals(from)) {
      throw mismatch(Reason.VERSION, "the known version is " + base.version());
    }
    if (!edits.fit(base.size())) {
      throw mismatch(Reason.MALFORMED, "it does not fit an object of " + base.size() + " bytes");
    }
    byte[] result = base.edited(edits);
    if (!checksum(result).equals(checksum)) {
      throw mismatch(Reason.CHECKSUM, "the result has the checksum " + checksum(result));
    }
    return read(result, reader);
  }

  private Resource read(byte[] result, ResourceReader reader) {
    Resource object;
    try {
      object = reader.resource(result, 0, result.length);
    } catch (MalformedException notAnObject) {
      throw mismatch(Reason.MALFORMED, "the result cannot be read: " + notAnObject.getMessage());
    }
    if (!object.key().equals(key) || !object.version().equals(to)) {
      throw mismatch(Reason.MALFORMED, "the result is " + object);
    }
    return object;
  }

  private DeltaMismatchException mismatch(Reason reason, String message) {
    return new DeltaMismatchException(
        reason, "a delta of %s from version %s to %s: %s".formatted(key, from, to, message));
  }
}
