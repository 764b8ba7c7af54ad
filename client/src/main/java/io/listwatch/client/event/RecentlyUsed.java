package io.listwatch.client.event;

import java.util.LinkedHashMap;
import java.util.Map;

/** An LRU map with a maximum size. */
final class RecentlyUsed<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int max;

  RecentlyUsed(int max) {
    super(16, 0.75f, true);
    this.max = max;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > max;
  }
}
