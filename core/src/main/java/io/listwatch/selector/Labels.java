package io.listwatch.selector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels of one object, for a {@link LabelSelector}. */
@FunctionalInterface
public interface Labels {
  /** Returns the value of the label {@code key}, or null if the object does not have it. */
  @Nullable String value(String key);

  /** Returns the labels of an object that has none. */
  static Labels none() {
    return key -> null;
  }

  /** Returns labels backed by a copy of {@code map}. */
  static Labels of(Map<String, String> map) {
    return Map.copyOf(map)::get;
  }
}
