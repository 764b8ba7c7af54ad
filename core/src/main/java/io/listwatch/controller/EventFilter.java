package io.listwatch.controller;

import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;

/**
 * Decides which changes of an object cause a reconciliation. By default all do; override the
 * methods for the changes to leave out.
 *
 * <p>Called by the informer's handler thread: return fast. A filter that throws loses that change,
 * and the exception is reported to the informer's listener.
 */
public interface EventFilter<T> {
  /**
   * Returns false to skip the reconciliation of an object that was added.
   *
   * @param initial true for objects that existed when the informer started
   */
  default boolean added(View<T> object, boolean initial) {
    return true;
  }

  /**
   * Returns false to skip the reconciliation of an object that was updated. On a resync, both
   * states are the same.
   */
  default boolean updated(View<T> previous, View<T> current) {
    return true;
  }

  /** Returns false to skip the reconciliation of an object that was deleted. */
  default boolean deleted(View<T> last) {
    return true;
  }

  /**
   * Accepts updates of the specification: those that change {@code metadata.generation}, so that
   * writes of the status cause no reconciliation. Also accepts the update that begins a deletion,
   * resyncs, and every update of a kind without generations, such as ConfigMap.
   */
  static <T> EventFilter<T> generationChanged() {
    return new UpdateFilter<>(
        (previous, current) -> {
          var generation = current.text(UpdateFilter.GENERATION);
          return generation.isEmpty()
              || !generation.equals(previous.text(UpdateFilter.GENERATION))
              || current.version().equals(previous.version())
              || current.resource().terminating() != previous.resource().terminating();
        });
  }

  /** Accepts updates that change a label. */
  static <T> EventFilter<T> labelsChanged() {
    return new UpdateFilter<>(
        (previous, current) ->
            !previous.resource().labelMap().equals(current.resource().labelMap()));
  }

  /** Accepts updates that change an annotation. */
  static <T> EventFilter<T> annotationsChanged() {
    return changed(JsonPath.of("metadata.annotations"));
  }

  /** Accepts updates that change the value at a path. */
  static <T> EventFilter<T> changed(JsonPath path) {
    return new UpdateFilter<>(
        (previous, current) -> !previous.text(path).equals(current.text(path)));
  }

  /** Accepts the changes that this filter, {@code other} or both accept. */
  default EventFilter<T> or(EventFilter<T> other) {
    EventFilter<T> one = this;
    return new EventFilter<>() {
      @Override
      public boolean added(View<T> object, boolean initial) {
        return one.added(object, initial) || other.added(object, initial);
      }

      @Override
      public boolean updated(View<T> previous, View<T> current) {
        return one.updated(previous, current) || other.updated(previous, current);
      }

      @Override
      public boolean deleted(View<T> last) {
        return one.deleted(last) || other.deleted(last);
      }
    };
  }

  /** Accepts the changes that both this filter and {@code other} accept. */
  default EventFilter<T> and(EventFilter<T> other) {
    EventFilter<T> one = this;
    return new EventFilter<>() {
      @Override
      public boolean added(View<T> object, boolean initial) {
        return one.added(object, initial) && other.added(object, initial);
      }

      @Override
      public boolean updated(View<T> previous, View<T> current) {
        return one.updated(previous, current) && other.updated(previous, current);
      }

      @Override
      public boolean deleted(View<T> last) {
        return one.deleted(last) && other.deleted(last);
      }
    };
  }
}
