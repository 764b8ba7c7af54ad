package io.listwatch.store;

import io.listwatch.json.StringPool;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one object under an index in compact form: null for none, a string for one, an
 * array for several. Nearly every object has one, which then costs no more than a reference.
 */
final class IndexValues {
  private IndexValues() {}

  static List<String> distinct(Collection<String> values) {
    return switch (values.size()) {
      case 0 -> List.of();
      case 1 -> List.of(pooled(values.iterator().next()));
      default -> values.stream().map(IndexValues::pooled).distinct().toList();
    };
  }

  private static String pooled(String value) {
    return StringPool.SHARED.get(value);
  }

  static @Nullable Object pack(List<String> distinct) {
    return switch (distinct.size()) {
      case 0 -> null;
      case 1 -> distinct.get(0);
      default -> distinct.toArray(new String[0]);
    };
  }

  static List<String> unpack(@Nullable Object packed) {
    if (packed == null) {
      return List.of();
    }
    return packed instanceof String one ? List.of(one) : List.of((String[]) packed);
  }
}
