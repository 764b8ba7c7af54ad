package io.listwatch.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.Edits;
import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonEraser;
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
 * An API object: its JSON, as UTF-8 bytes, and a small header read from them.
 *
 * <p>Immutable, provided that the caller does not change the bytes. The bytes may be part of a
 * larger array (a watch frame, a page of a list), which stays reachable; {@link #compact} copies
 * them out of it.
 */
public final class Resource {
  /** Number of surplus bytes that are cheaper to keep than to copy the object. */
  private static final int TOLERATED_SLACK = 64;

  private static final byte[] PARTIAL_METADATA =
      "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":"
          .getBytes(ISO_8859_1);

  /** Length of <code>{"kind":</code>. */
  private static final int KIND_START = 8;

  /** Length of {@code ,"apiVersion":}. */
  private static final int API_VERSION_NAME = 14;

  private static final JsonPath KIND = JsonPath.of("kind");
  private static final JsonPath API_VERSION = JsonPath.of("apiVersion");
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

  /** Parses an object. The array belongs to the resource from now on. */
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

  /** Returns the labels as a map, sorted by key. */
  public Map<String, String> labelMap() {
    return header.labels.asMap();
  }

  /** Returns the fields that field selectors can use. */
  public Fields fields() {
    return header;
  }

  /** Returns the {@code apiVersion}; empty if absent, as in the list items of some servers. */
  public String apiVersion() {
    return header.has(Header.API_VERSION)
        ? cursor(Header.API_VERSION).string(StringPool.SHARED)
        : "";
  }

  /** Returns the kind; empty if absent, as in the list items of some servers. */
  public String kind() {
    return header.has(Header.KIND) ? cursor(Header.KIND).string(StringPool.SHARED) : "";
  }

  public Optional<String> uid() {
    return header.has(Header.UID) ? Optional.of(cursor(Header.UID).string()) : Optional.empty();
  }

  private JsonCursor cursor(int span) {
    return new JsonCursor(bytes, offset + header.start(span), offset + header.end(span));
  }

  /** True if both have the same uid: the object was not deleted and created again in between. */
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

  /** True if the object has a {@code deletionTimestamp}. */
  public boolean terminating() {
    return header.terminating;
  }

  public boolean hasFinalizers() {
    return header.hasFinalizers;
  }

  public List<String> finalizers() {
    return header.hasFinalizers ? texts(FINALIZERS) : List.of();
  }

  /** True if the JSON, as it was read, is pure ASCII. */
  public boolean ascii() {
    return header.ascii;
  }

  /** Returns the value at {@code path} as a string; see {@link JsonPath#text}. */
  public Optional<String> text(JsonPath path) {
    return Optional.ofNullable(path.text(bytes, offset, offset + length));
  }

  /** Returns all values that match {@code path} as strings; see {@link JsonPath#texts}. */
  public List<String> texts(JsonPath path) {
    return path.texts(bytes, offset, offset + length);
  }

  /** Returns the size of the JSON in bytes. */
  public int size() {
    return length;
  }

  /** Returns the JSON as a read-only buffer. */
  public ByteBuffer json() {
    return ByteBuffer.wrap(bytes, offset, length).slice().asReadOnlyBuffer();
  }

  /** Returns a copy of the JSON. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /** Returns the JSON with edits that {@linkplain Edits#fit fit} it. */
  byte[] edited(Edits edits) {
    return edits.applyTo(bytes, offset, length);
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, offset, length);
  }

  /** Writes the JSON without {@code metadata.managedFields}. */
  public void writeLeanTo(OutputStream out) throws IOException {
    writeLeanFrom(0, out);
  }

  private void writeLeanFrom(int from, OutputStream out) throws IOException {
    if (header.has(Header.MANAGED_FIELDS)) {
      int start = header.start(Header.MANAGED_FIELDS);
      int end = header.end(Header.MANAGED_FIELDS);
      out.write(bytes, offset + from, start - from);
      out.write(bytes, offset + end, length - end);
    } else {
      out.write(bytes, offset + from, length - from);
    }
  }

  /**
   * Writes the JSON without {@code kind} and {@code apiVersion}, the form of an item in a list of a
   * built-in kind.
   */
  public void writeItemTo(OutputStream out) throws IOException {
    int members = afterTypeMeta();
    if (members < 0) {
      out.write(withoutTypeMeta(toByteArray()));
    } else {
      out.write('{');
      out.write(bytes, offset + members, length - members);
    }
  }

  /**
   * Writes the JSON without {@code kind}, {@code apiVersion} and {@code metadata.managedFields}.
   */
  public void writeLeanItemTo(OutputStream out) throws IOException {
    int members = afterTypeMeta();
    if (members < 0) {
      withoutManagedFields().writeItemTo(out);
    } else {
      out.write('{');
      writeLeanFrom(members, out);
    }
  }

  /**
   * Returns the offset of the member after {@code kind} and {@code apiVersion} if these come first,
   * as in the canonical form of built-in kinds; else -1. Nothing else fits between these offsets.
   */
  private int afterTypeMeta() {
    int end = header.end(Header.API_VERSION);
    boolean first =
        header.start(Header.KIND) == KIND_START
            && header.start(Header.API_VERSION) == header.end(Header.KIND) + API_VERSION_NAME
            && header.start(Header.METADATA) > end
            && bytes[offset + end] == ',';
    return first ? end + 1 : -1;
  }

  private static byte[] withoutTypeMeta(byte[] json) {
    byte[] rest = JsonEraser.without(KIND, json, 0, json.length);
    return JsonEraser.without(API_VERSION, rest, 0, rest.length);
  }

  /** Returns the same object at another version; every other byte stays as it is. */
  public Resource withVersion(ResourceVersion version) {
    if (version.equals(header.version)) {
      return this;
    }
    String quoted = JsonString.quote(version.toString());
    if (header.has(Header.VERSION)) {
      return spliced(version, header.start(Header.VERSION), header.end(Header.VERSION), quoted);
    }
    // Metadata has a name, so another member follows, and the new member adds the comma.
    int inside = header.start(Header.METADATA) + 1;
    String member = "\"resourceVersion\":" + quoted;
    int end = inside + member.length();
    return spliced(version, inside, inside, member + ",")
        .placing(Header.VERSION, end - quoted.length(), end);
  }

  /**
   * Returns the same object with another {@code apiVersion}, for versions of a group that do not
   * otherwise differ.
   */
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

  /** Returns the same object without {@code metadata.managedFields}, in a new array. */
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

  /** Returns the size of the JSON without {@code metadata.managedFields}, in bytes. */
  public int leanSize() {
    return length - (header.end(Header.MANAGED_FIELDS) - header.start(Header.MANAGED_FIELDS));
  }

  /** Returns the same object in an array of about its own size. */
  public Resource compact() {
    return bytes.length - length <= TOLERATED_SLACK
        ? this
        : new Resource(toByteArray(), 0, length, header);
  }

  /**
   * Returns the object's metadata as a PartialObjectMetadata, by copying bytes without encoding
   * anew.
   */
  public byte[] partialMetadata() {
    int start = header.start(Header.METADATA);
    int end = header.end(Header.METADATA);
    return partialMetadata(start, end, end, end);
  }

  /** Returns the object's metadata as a PartialObjectMetadata without managedFields. */
  public byte[] leanPartialMetadata() {
    return header.has(Header.MANAGED_FIELDS)
        ? partialMetadata(
            header.start(Header.METADATA),
            header.start(Header.MANAGED_FIELDS),
            header.end(Header.MANAGED_FIELDS),
            header.end(Header.METADATA))
        : partialMetadata();
  }

  /** Returns a PartialObjectMetadata whose metadata are two slices of the object. */
  private byte[] partialMetadata(int first, int firstEnd, int second, int secondEnd) {
    int size = firstEnd - first + secondEnd - second;
    byte[] result = Arrays.copyOf(PARTIAL_METADATA, PARTIAL_METADATA.length + size + 1);
    int to = PARTIAL_METADATA.length;
    System.arraycopy(bytes, offset + first, result, to, firstEnd - first);
    System.arraycopy(bytes, offset + second, result, to + firstEnd - first, secondEnd - second);
    result[result.length - 1] = '}';
    return result;
  }

  /** Two resources are equal if their bytes are equal. */
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

  /** Returns the identity, not the content, which may be secret. */
  @Override
  public String toString() {
    String kind = kind();
    return (kind.isEmpty() ? "object" : kind) + " " + header.key + " @" + header.version;
  }
}
