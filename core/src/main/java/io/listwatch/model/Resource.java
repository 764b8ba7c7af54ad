package io.listwatch.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonPath;
import io.listwatch.json.JsonString;
import io.listwatch.json.StringPool;
import io.listwatch.selector.Fields;
import io.listwatch.selector.Labels;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object of the API: its JSON, as UTF-8 bytes, and a small header read from them.
 *
 * <p>Immutable, provided that whoever made it leaves the bytes alone. The bytes may be part of a
 * larger array (a frame, a page of a list) which they keep alive; {@link #compact} lets go of it.
 */
public final class Resource {
  /** A few bytes around an object are cheaper to keep than to copy away from. */
  private static final int TOLERATED_SLACK = 64;

  private static final JsonPath FINALIZERS = JsonPath.of("metadata.finalizers[*]");

  private final byte[] bytes;
  private final int offset;
  private final int length;
  private final Header header;

  Resource(byte[] bytes, int offset, int length, Header header) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    this.header = header;
  }

  /** Reads an object; the array becomes the resource's own. */
  public static Resource parse(byte[] json) {
    return ResourceReader.PLAIN.resource(json, 0, json.length);
  }

  public static Resource parse(String json) {
    return parse(json.getBytes(UTF_8));
  }

  public ResourceKey key() {
    return header.key;
  }

  public ResourceVersion version() {
    return header.version;
  }

  public Labels labels() {
    return header.labels;
  }

  /** The labels as a map, in the order of their keys. */
  public Map<String, String> labelMap() {
    return header.labels.asMap();
  }

  /** What field selectors see. */
  public Fields fields() {
    return header;
  }

  /** Empty if the object does not say, as in lists of some servers. */
  public String apiVersion() {
    return header.has(Header.API_VERSION)
        ? cursor(Header.API_VERSION).string(StringPool.SHARED)
        : "";
  }

  /** Empty if the object does not say, as in lists of some servers. */
  public String kind() {
    return header.has(Header.KIND) ? cursor(Header.KIND).string(StringPool.SHARED) : "";
  }

  public Optional<String> uid() {
    return header.has(Header.UID) ? Optional.of(cursor(Header.UID).string()) : Optional.empty();
  }

  private JsonCursor cursor(int span) {
    return new JsonCursor(bytes, offset + header.start(span), offset + header.end(span));
  }

  /** Whether both are the same incarnation of an object: neither was deleted and created again. */
  public boolean sameUid(Resource other) {
    int mine = header.start(Header.UID);
    int theirs = other.header.start(Header.UID);
    if (mine < 0 || theirs < 0) {
      return mine == theirs;
    }
    return Arrays.equals(
        bytes,
        offset + mine,
        offset + header.end(Header.UID),
        other.bytes,
        other.offset + theirs,
        other.offset + other.header.end(Header.UID));
  }

  /** Whether deletion has been asked for and is being waited for. */
  public boolean terminating() {
    return header.terminating;
  }

  public boolean hasFinalizers() {
    return header.hasFinalizers;
  }

  public List<String> finalizers() {
    return header.hasFinalizers ? texts(FINALIZERS) : List.of();
  }

  /** Whether the JSON, as it was read, had no byte outside ASCII. */
  public boolean ascii() {
    return header.ascii;
  }

  /** What is at {@code path}, as text; see {@link JsonPath#text}. */
  public Optional<String> text(JsonPath path) {
    return Optional.ofNullable(path.text(bytes, offset, offset + length));
  }

  /** What is at each of the places that {@code path} names. */
  public List<String> texts(JsonPath path) {
    return path.texts(bytes, offset, offset + length);
  }

  /** How many bytes the JSON has. */
  public int size() {
    return length;
  }

  /** The JSON, to read. */
  public ByteBuffer json() {
    return ByteBuffer.wrap(bytes, offset, length).slice().asReadOnlyBuffer();
  }

  /** A copy of the JSON. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, offset, length);
  }

  /** The same object at another version; every other byte stays as it is. */
  public Resource withVersion(ResourceVersion version) {
    if (version.equals(header.version)) {
      return this;
    }
    String quoted = JsonString.quote(version.toString());
    if (header.has(Header.VERSION)) {
      return spliced(version, header.start(Header.VERSION), header.end(Header.VERSION), quoted);
    }
    // Metadata has a name, so something follows, and the new member brings the comma.
    int inside = header.start(Header.METADATA) + 1;
    String member = "\"resourceVersion\":" + quoted;
    int end = inside + member.length();
    return spliced(version, inside, inside, member + ",")
        .placing(Header.VERSION, end - quoted.length(), end);
  }

  /** The same object as another version of its group serves it, if only the version differs. */
  public Resource withApiVersion(String apiVersion) {
    if (!header.has(Header.API_VERSION)) {
      throw new IllegalArgumentException(
          "object: %s (expected: one that has an apiVersion)".formatted(this));
    }
    int start = header.start(Header.API_VERSION);
    int end = header.end(Header.API_VERSION);
    return spliced(header.version, start, end, JsonString.quote(apiVersion));
  }

  private Resource spliced(ResourceVersion version, int start, int end, String replacement) {
    byte[] middle = replacement.getBytes(UTF_8);
    var result = new byte[length - (end - start) + middle.length];
    System.arraycopy(bytes, offset, result, 0, start);
    System.arraycopy(middle, 0, result, start, middle.length);
    System.arraycopy(bytes, offset + end, result, start + middle.length, length - end);
    Header moved = header.spliced(version, start, end, middle.length);
    return new Resource(result, 0, result.length, moved);
  }

  /** The same object without {@code metadata.managedFields}, in an array of its own. */
  public Resource withoutManagedFields() {
    if (!header.has(Header.MANAGED_FIELDS)) {
      return compact();
    }
    int start = header.start(Header.MANAGED_FIELDS);
    int end = header.end(Header.MANAGED_FIELDS);
    return spliced(header.version, start, end, "").placing(Header.MANAGED_FIELDS, -1, -1);
  }

  private Resource placing(int span, int start, int end) {
    return new Resource(bytes, offset, length, header.placing(span, start, end));
  }

  public boolean hasManagedFields() {
    return header.has(Header.MANAGED_FIELDS);
  }

  /** The same object in an array of about its own size. */
  public Resource compact() {
    return bytes.length - length <= TOLERATED_SLACK
        ? this
        : new Resource(toByteArray(), 0, length, header);
  }

  /**
   * The object's metadata alone, as the API's PartialObjectMetadata: a slice, not a new encoding.
   */
  public byte[] partialMetadata() {
    byte[] prefix =
        "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":"
            .getBytes(ISO_8859_1);
    int start = offset + header.start(Header.METADATA);
    int size = header.end(Header.METADATA) - header.start(Header.METADATA);
    byte[] result = Arrays.copyOf(prefix, prefix.length + size + 1);
    System.arraycopy(bytes, start, result, prefix.length, size);
    result[result.length - 1] = '}';
    return result;
  }

  /** Two resources are equal when their bytes are. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Resource that
        && Arrays.equals(
            bytes, offset, offset + length, that.bytes, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    return 31 * header.key.hashCode() + header.version.hashCode();
  }

  /** What it is, not what it contains: contents may be secret. */
  @Override
  public String toString() {
    String kind = kind();
    return (kind.isEmpty() ? "object" : kind) + " " + header.key + " @" + header.version;
  }
}
