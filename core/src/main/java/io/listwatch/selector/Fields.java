package io.listwatch.selector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The selectable fields of one object, as far as a {@link FieldSelector} needs them. */
@FunctionalInterface
public interface Fields {
  /**
   * The value of the field at {@code path}, such as {@code metadata.name}, or null when the object
   * does not have it. To a selector, a field that is absent and one that is empty are the same.
   */
  @Nullable String value(String path);

  /** The fields of an object that has none. */
  static Fields none() {
    return path -> null;
  }

  /** The fields in {@code map}, by their paths, as they are now. */
  static Fields of(Map<String, String> map) {
    return Map.copyOf(map)::get;
  }
}
