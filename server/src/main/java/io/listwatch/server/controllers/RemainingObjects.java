package io.listwatch.server.controllers;

import io.listwatch.model.Resource;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the objects of one resource that a deletion has left, and the finalizers that hold them.
 *
 * <p>Not thread-safe: used by a single attempt.
 */
final class RemainingObjects {
  private final Map<String, Integer> finalizers = new TreeMap<>();
  private int count;

  void add(Resource object) {
    count++;
    object.finalizers().forEach(each -> finalizers.merge(each, 1, Integer::sum));
  }

  int count() {
    return count;
  }

  /** Returns the number of objects that have each finalizer. */
  Map<String, Integer> finalizers() {
    return finalizers;
  }
}
