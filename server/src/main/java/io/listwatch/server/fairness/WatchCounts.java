package io.listwatch.server.fairness;

import io.listwatch.server.auth.AccessRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The number of open watches by resource, namespace and name, to estimate the number of watches
 * that receive the event of a write.
 *
 * <p>Thread-safe. Its size is bounded by the number of open watches.
 */
public final class WatchCounts {
  private final Map<Scope, Integer> counts = new ConcurrentHashMap<>();

  /** Counts a watch. The caller runs the result once, when the watch has ended. */
  public Runnable add(AccessRequest watch) {
    var scope =
        new Scope(watch.group(), watch.resource(), text(watch.namespace()), text(watch.name()));
    counts.merge(scope, 1, Integer::sum);
    return () -> counts.computeIfPresent(scope, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Returns the number of watches that may receive the event of a write. */
  public int interested(AccessRequest write) {
    String namespace = text(write.namespace());
    String name = text(write.name());
    int count = count(write, "", "");
    count += namespace.isEmpty() ? 0 : count(write, namespace, "");
    count += name.isEmpty() ? 0 : count(write, namespace, name);
    return count;
  }

  private int count(AccessRequest write, String namespace, String name) {
    return counts.getOrDefault(new Scope(write.group(), write.resource(), namespace, name), 0);
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private record Scope(String group, String resource, String namespace, String name) {}
}
