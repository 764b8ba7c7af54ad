package io.listwatch.controller;

import io.listwatch.informer.HandlerOptions;
import io.listwatch.informer.HandlerRegistration;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An informer, and the mapping from its objects to requests.
 *
 * @param wanted accepts the states of objects whose requests are added
 * @param filter accepts the changes that add requests
 */
record WatchedInformer<T, R>(
    Informer<T> informer,
    Function<? super View<T>, ? extends Collection<? extends R>> requests,
    Predicate<? super View<T>> wanted,
    EventFilter<T> filter) {
  /**
   * Registers a handler that adds the requests of all existing objects, and of all changes, to
   * {@code queue}.
   */
  HandlerRegistration register(String name, Consumer<R> queue) {
    return informer.addHandler(handler(queue), HandlerOptions.named(name));
  }

  private ResourceHandler<T> handler(Consumer<R> queue) {
    return new ResourceHandler<>() {
      @Override
      public void onAdd(View<T> object, boolean initial) {
        if (filter.added(object, initial)) {
          ask(object, new LinkedHashSet<>());
        }
      }

      /**
       * Adds the requests of both states, because objects that the previous state referred to are
       * affected as well. If the mapping fails for one state, the requests of the other are still
       * added.
       */
      @Override
      public void onUpdate(View<T> previous, View<T> current) {
        if (!filter.updated(previous, current)) {
          return;
        }
        var asked = new LinkedHashSet<R>();
        try {
          collect(previous, asked);
        } finally {
          ask(current, asked);
        }
      }

      @Override
      public void onDelete(View<T> last, boolean finalStateUnknown) {
        if (filter.deleted(last)) {
          ask(last, new LinkedHashSet<>());
        }
      }

      private void ask(View<T> object, Set<R> asked) {
        try {
          collect(object, asked);
        } finally {
          asked.forEach(queue);
        }
      }
    };
  }

  private void collect(View<T> object, Set<R> asked) {
    if (wanted.test(object)) {
      asked.addAll(requests.apply(object));
    }
  }
}
