package io.listwatch.server.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.protobuf.MalformedProtobufException;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** A body as it was sent. It is kept as bytes until its event is written. */
final class AuditBody {
  /** The maximum length of an uncompressed body in an event: the same as for request bodies. */
  static final int MAX = 3 * 1024 * 1024;

  private final String mediaType;
  private final boolean gzip;
  private final byte[] bytes;

  /**
   * @param mediaType of the {@code Content-Type}, without parameters
   * @param bytes must not be modified afterwards
   */
  AuditBody(String mediaType, boolean gzip, byte[] bytes) {
    this.mediaType = mediaType;
    this.gzip = gzip;
    this.bytes = bytes;
  }

  int length() {
    return bytes.length;
  }

  /** Returns the body as JSON; empty if it cannot be shown. Slow: not for event loops. */
  Optional<JsonValue> tree() {
    try {
      byte[] plain = gzip ? unzipped() : bytes;
      return plain.length == 0 || plain.length > MAX ? Optional.empty() : Optional.of(read(plain));
    } catch (IOException
        | MalformedJsonException
        | MalformedYamlException
        | MalformedProtobufException unreadable) {
      return Optional.empty();
    }
  }

  private byte[] unzipped() throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readNBytes(MAX + 1);
    }
  }

  private JsonValue read(byte[] plain) {
    if (mediaType.equals(ProtobufEnvelope.MEDIA_TYPE)) {
      return message(ProtobufEnvelope.open(plain));
    }
    return mediaType.endsWith("yaml")
        ? JsonTrees.read(YamlText.toJson(new String(plain, UTF_8)))
        : JsonTrees.read(plain);
  }

  private static JsonValue message(ProtobufEnvelope envelope) {
    GroupVersion version = GroupVersion.of(envelope.apiVersion());
    JsonObject object =
        BuiltInTypes.load()
            .find(version.group(), version.version(), envelope.kind())
            .map(envelope::object)
            .orElseGet(JsonObject::new);
    return new JsonObject()
        .put("kind", envelope.kind())
        .put("apiVersion", envelope.apiVersion())
        .setAll(object);
  }
}
