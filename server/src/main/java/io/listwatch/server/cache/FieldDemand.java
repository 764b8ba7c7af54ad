package io.listwatch.server.cache;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The fields that can have an index, and the fields that lists have selected by.
 *
 * <p>Thread-safe.
 */
final class FieldDemand {
  private static final String NAME = "metadata.name";

  private final Set<String> declared;
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();

  /**
   * @param declared the selectable fields of the resource, besides name and namespace
   */
  FieldDemand(Collection<String> declared) {
    var all = new HashSet<>(declared);
    all.add(NAME);
    this.declared = Set.copyOf(all);
  }

  boolean isDeclared(String path) {
    return declared.contains(path);
  }

  /** Requests an index for a declared field. */
  void want(String path) {
    wanted.add(path);
  }

  Set<String> wanted() {
    return wanted;
  }
}
