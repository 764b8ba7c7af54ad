package io.listwatch.selector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The selectable fields of one object, for a {@link FieldSelector}. */
@FunctionalInterface
public interface Fields {
  /**
   * Returns the value of the field at {@code path}, such as {@code metadata.name}, or null if the
   * object does not have it. A selector treats an absent field as an empty one.
   */
  @Nullable String value(String path);

  /** Returns the fields of an object that has none. */
  static Fields none() {
    return path -> null;
  }

  /** Returns fields backed by a copy of {@code map}, from paths to values. */
  static Fields of(Map<String, String> map) {
    return Map.copyOf(map)::get;
  }
}
