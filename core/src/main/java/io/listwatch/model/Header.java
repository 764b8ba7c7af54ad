package io.listwatch.model;

import io.listwatch.selector.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parsed part of an object: its identity, the values that selectors need, and the offsets of
 * the parts that are replaced or sliced.
 *
 * <p>Immutable; offsets are relative to the start of the object.
 */
final class Header implements Fields {
  /**
   * Indexes into {@link #spans}: the start offset of each part, followed by its end. -1 if absent.
   */
  static final int API_VERSION = 0;

  static final int KIND = 2;
  static final int METADATA = 4;
  static final int VERSION = 6;
  static final int UID = 8;

  /** Includes one comma, so that the JSON without this part is well-formed. */
  static final int MANAGED_FIELDS = 10;

  static final int SPANS = 12;

  final ResourceKey key;
  final ResourceVersion version;
  final LabelSet labels;
  final int[] spans;
  final boolean terminating;
  final boolean hasFinalizers;
  final boolean ascii;
  private final SelectableFields selectable;
  private final @Nullable String @Nullable [] fields;

  Header(HeaderReader read, ResourceKey key) {
    this.key = key;
    this.version = read.version;
    this.labels = read.labels;
    this.spans = read.spans;
    this.terminating = read.terminating;
    this.hasFinalizers = read.hasFinalizers;
    this.ascii = read.ascii();
    this.selectable = read.selectable;
    this.fields = read.fields;
  }

  private Header(Header other, ResourceVersion version, int[] spans) {
    this.key = other.key;
    this.version = version;
    this.labels = other.labels;
    this.spans = spans;
    this.terminating = other.terminating;
    this.hasFinalizers = other.hasFinalizers;
    this.ascii = other.ascii;
    this.selectable = other.selectable;
    this.fields = other.fields;
  }

  boolean has(int span) {
    return spans[span] >= 0;
  }

  int start(int span) {
    return spans[span];
  }

  int end(int span) {
    return spans[span + 1];
  }

  /**
   * Returns the header after the bytes from {@code start} to {@code end} were replaced by {@code
   * length} bytes.
   */
  Header spliced(ResourceVersion newVersion, int start, int end, int length) {
    int shift = length - (end - start);
    int[] moved = spans.clone();
    for (int i = 0; i < moved.length; i++) {
      if (moved[i] >= end) {
        moved[i] += shift;
      }
    }
    return new Header(this, newVersion, moved);
  }

  /** Returns the same header with one part at other offsets. */
  Header placing(int span, int start, int end) {
    int[] placed = spans.clone();
    placed[span] = start;
    placed[span + 1] = end;
    return new Header(this, version, placed);
  }

  /** Returns the value of a selectable field, or null if the object does not have it. */
  @Override
  public @Nullable String value(String path) {
    if (path.equals("metadata.name")) {
      return key.name();
    }
    if (path.equals("metadata.namespace")) {
      return key.namespace();
    }
    List<String> paths = selectable.paths();
    for (int i = 0; fields != null && i < paths.size(); i++) {
      if (paths.get(i).equals(path)) {
        return selectable.value(i, fields);
      }
    }
    return null;
  }
}
