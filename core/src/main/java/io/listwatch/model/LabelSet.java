package io.listwatch.model;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonType;
import io.listwatch.json.StringPool;
import io.listwatch.selector.Labels;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object's labels in one array: each key followed by its value, sorted by key. */
final class LabelSet implements Labels {
  static final LabelSet NONE = new LabelSet(new String[0]);

  /** Below this number of labels, a scan is faster than a binary search. */
  private static final int FEW = 8;

  private final String[] pairs;

  private LabelSet(String[] pairs) {
    this.pairs = pairs;
  }

  /** Reads the JSON object of strings at the cursor; null means no labels. */
  static LabelSet read(JsonCursor cursor) {
    if (cursor.skipNull()) {
      return NONE;
    }
    cursor.expect(JsonType.OBJECT);
    int start = cursor.position();
    cursor.enterObject();
    var read = new String[FEW * 2];
    int size = 0;
    boolean ordered = true;
    while (cursor.nextField()) {
      if (size == read.length) {
        read = Arrays.copyOf(read, size * 2);
      }
      read[size] = cursor.field(StringPool.SHARED);
      // kube-apiserver reads a null label as an empty one.
      read[size + 1] = cursor.skipNull() ? "" : cursor.string(StringPool.SHARED);
      ordered &= size == 0 || read[size - 2].compareTo(read[size]) < 0;
      size += 2;
    }
    if (size == 0) {
      return NONE;
    }
    String[] exact = Arrays.copyOf(read, size);
    return new LabelSet(ordered ? exact : sorted(exact, cursor, start));
  }

  private static String[] sorted(String[] pairs, JsonCursor cursor, int start) {
    var order = new Integer[pairs.length / 2];
    Arrays.setAll(order, i -> i * 2);
    Arrays.sort(order, (a, b) -> pairs[a].compareTo(pairs[b]));
    var sorted = new String[pairs.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i * 2] = pairs[order[i]];
      sorted[i * 2 + 1] = pairs[order[i] + 1];
      if (i > 0 && sorted[i * 2].equals(sorted[i * 2 - 2])) {
        throw cursor.failure("has the member \"%.64s\" twice".formatted(sorted[i * 2]), start);
      }
    }
    return sorted;
  }

  @Override
  public @Nullable String value(String key) {
    return pairs.length <= FEW * 2 ? scan(key) : search(key);
  }

  private @Nullable String scan(String key) {
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i].equals(key)) {
        return pairs[i + 1];
      }
    }
    return null;
  }

  private @Nullable String search(String key) {
    int low = 0;
    int high = pairs.length / 2 - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = pairs[middle * 2].compareTo(key);
      if (order == 0) {
        return pairs[middle * 2 + 1];
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  Map<String, String> asMap() {
    var map = new LinkedHashMap<String, String>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return Collections.unmodifiableMap(map);
  }
}
