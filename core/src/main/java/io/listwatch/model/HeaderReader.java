package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonType;
import io.listwatch.json.StringPool;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object's header in one pass, which checks all of its bytes and accepts its members in
 * any order.
 *
 * <p>Not thread-safe; create one for each object.
 */
final class HeaderReader {
  private static final byte[] API_VERSION = "apiVersion".getBytes(UTF_8);
  private static final byte[] KIND = "kind".getBytes(UTF_8);
  private static final byte[] METADATA = "metadata".getBytes(UTF_8);
  private static final byte[] NAME = "name".getBytes(UTF_8);
  private static final byte[] NAMESPACE = "namespace".getBytes(UTF_8);
  private static final byte[] UID = "uid".getBytes(UTF_8);
  private static final byte[] RESOURCE_VERSION = "resourceVersion".getBytes(UTF_8);
  private static final byte[] LABELS = "labels".getBytes(UTF_8);
  private static final byte[] DELETION_TIMESTAMP = "deletionTimestamp".getBytes(UTF_8);
  private static final byte[] FINALIZERS = "finalizers".getBytes(UTF_8);
  private static final byte[] MANAGED_FIELDS = "managedFields".getBytes(UTF_8);

  /** Maximum size of an object in bytes, the limit of client-go's watch decoder. */
  static final int MAX_SIZE = 16 << 20;

  final SelectableFields selectable;
  final @Nullable String @Nullable [] fields;
  final int[] spans = new int[Header.SPANS];
  ResourceVersion version = ResourceVersion.UNSET;
  LabelSet labels = LabelSet.NONE;
  boolean terminating;
  boolean hasFinalizers;

  private final JsonCursor cursor;
  private final int origin;

  /** One bit for each member that may occur only once. */
  private int seen;

  private String kind = "";
  private @Nullable String name;
  private @Nullable String namespace;

  HeaderReader(JsonCursor cursor, SelectableFields selectable) {
    this.cursor = cursor;
    this.origin = cursor.position();
    this.selectable = selectable;
    this.fields = selectable.size() == 0 ? null : new String[selectable.size()];
    Arrays.fill(spans, -1);
  }

  boolean ascii() {
    return cursor.ascii();
  }

  /** Reads the whole object at the cursor. */
  Header read() {
    cursor.enterObject();
    while (cursor.nextField()) {
      readMember();
    }
    if (cursor.position() - origin > MAX_SIZE) {
      throw cursor.failure("is larger than " + MAX_SIZE + " bytes");
    }
    return new Header(this, key());
  }

  private ResourceKey key() {
    if (name == null || name.isEmpty()) {
      throw cursor.failure(
          kind.equals("Table") ? "is a Table (expected: an object)" : "has no metadata.name");
    }
    boolean namespaced = namespace != null && !namespace.isEmpty();
    try {
      return KeyPool.SHARED.get(namespaced ? namespace : null, name);
    } catch (IllegalArgumentException problem) {
      throw cursor.failure("metadata." + problem.getMessage());
    }
  }

  private void readMember() {
    if (cursor.fieldIs(METADATA)) {
      once(1);
      readMetadata();
    } else if (cursor.fieldIs(API_VERSION)) {
      once(2);
      optionalString(Header.API_VERSION);
    } else if (cursor.fieldIs(KIND)) {
      once(4);
      readKind();
    } else if (fields != null) {
      selectable.read(cursor, fields);
    } else {
      cursor.skip();
    }
  }

  private void readKind() {
    int start = cursor.position();
    if (!cursor.skipNull()) {
      kind = cursor.string(StringPool.SHARED);
      span(Header.KIND, start, cursor.position());
    }
  }

  private void readMetadata() {
    int start = cursor.position();
    cursor.enterObject();
    // True while the end of managedFields is unknown, because they come first and include the comma
    // after them.
    boolean openEnd = false;
    boolean anyBefore = false;
    while (cursor.nextField()) {
      if (openEnd) {
        spans[Header.MANAGED_FIELDS + 1] = cursor.fieldStart() - origin;
        openEnd = false;
      }
      if (cursor.fieldIs(MANAGED_FIELDS)) {
        once(8);
        openEnd = !anyBefore;
        readManagedFields(anyBefore ? cursor.commaBefore() : cursor.fieldStart());
      } else {
        readMetadataMember();
      }
      anyBefore = true;
    }
    span(Header.METADATA, start, cursor.position());
  }

  private void readManagedFields(int start) {
    cursor.skip();
    span(Header.MANAGED_FIELDS, start, cursor.position());
  }

  private void readMetadataMember() {
    if (cursor.fieldIs(NAME)) {
      once(16);
      name = cursor.skipNull() ? null : cursor.string();
    } else if (cursor.fieldIs(NAMESPACE)) {
      once(32);
      namespace = cursor.skipNull() ? null : cursor.string(StringPool.SHARED);
    } else if (cursor.fieldIs(UID)) {
      once(64);
      optionalString(Header.UID);
    } else if (cursor.fieldIs(RESOURCE_VERSION)) {
      once(128);
      readVersion();
    } else if (cursor.fieldIs(LABELS)) {
      once(256);
      labels = LabelSet.read(cursor);
    } else if (cursor.fieldIs(DELETION_TIMESTAMP)) {
      once(512);
      terminating = !cursor.skipNull() && !cursor.string().isEmpty();
    } else if (cursor.fieldIs(FINALIZERS)) {
      once(1024);
      readFinalizers();
    } else {
      cursor.skip();
    }
  }

  private void readVersion() {
    int start = cursor.position();
    version = cursor.skipNull() ? ResourceVersion.UNSET : ResourceVersion.of(cursor.string());
    span(Header.VERSION, start, cursor.position());
  }

  private void readFinalizers() {
    if (cursor.skipNull()) {
      return;
    }
    cursor.enterArray();
    while (cursor.nextElement()) {
      cursor.expect(JsonType.STRING);
      cursor.skip();
      hasFinalizers = true;
    }
  }

  /** Reads a string for which null and the empty string mean absent. */
  private void optionalString(int span) {
    if (!cursor.skipNull()) {
      cursor.expect(JsonType.STRING);
      int start = cursor.position();
      cursor.skip();
      if (cursor.position() > start + 2) {
        span(span, start, cursor.position());
      }
    }
  }

  private void span(int index, int start, int end) {
    spans[index] = start - origin;
    spans[index + 1] = end - origin;
  }

  private void once(int bit) {
    if ((seen & bit) != 0) {
      throw cursor.failure("is there twice");
    }
    seen |= bit;
  }
}
