package io.listwatch.selector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels of one object, as far as a {@link LabelSelector} needs them. */
@FunctionalInterface
public interface Labels {
  /** The value of the label {@code key}, or null when the object does not carry it. */
  @Nullable String value(String key);

  /** The labels of an object that has none. */
  static Labels none() {
    return key -> null;
  }

  /** The labels in {@code map}, as they are now. */
  static Labels of(Map<String, String> map) {
    return Map.copyOf(map)::get;
  }
}
