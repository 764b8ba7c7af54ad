package io.listwatch.storage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The expiry times of keys. Not thread-safe. */
final class Deadlines {
  private final Map<Key, Deadline> byKey = new HashMap<>();
  private final TreeSet<Deadline> byTime =
      new TreeSet<>(Comparator.comparing(Deadline::time).thenComparing(Deadline::key));

  void set(Key key, Instant time) {
    clear(key);
    var deadline = new Deadline(time, key);
    byKey.put(key, deadline);
    byTime.add(deadline);
  }

  void clear(Key key) {
    Deadline deadline = byKey.remove(key);
    if (deadline != null) {
      byTime.remove(deadline);
    }
  }

  /** Null if the key does not expire. */
  @Nullable Instant of(Key key) {
    Deadline deadline = byKey.get(key);
    return deadline == null ? null : deadline.time;
  }

  /** Returns the earliest expiry time; null if no key expires. */
  @Nullable Instant first() {
    return byTime.isEmpty() ? null : byTime.first().time;
  }

  /** Returns the keys that have expired at {@code now}, at most {@code limit}, earliest first. */
  List<Key> due(Instant now, int limit) {
    var due = new ArrayList<Key>();
    for (var deadline : byTime) {
      if (deadline.time.isAfter(now) || due.size() == limit) {
        break;
      }
      due.add(deadline.key);
    }
    return due;
  }

  private record Deadline(Instant time, Key key) {}
}
