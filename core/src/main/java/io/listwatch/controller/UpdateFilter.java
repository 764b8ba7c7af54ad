package io.listwatch.controller;

import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import java.util.function.BiPredicate;

/** Accepts every addition and deletion, and the updates that a predicate accepts. */
record UpdateFilter<T>(BiPredicate<View<T>, View<T>> updates) implements EventFilter<T> {
  static final JsonPath GENERATION = JsonPath.of("metadata.generation");

  @Override
  public boolean updated(View<T> previous, View<T> current) {
    return updates.test(previous, current);
  }
}
