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

/** An informer, and which requests its objects make. */
record Watched<T, R>(
    Informer<T> informer,
    Function<? super View<T>, ? extends Collection<? extends R>> requests,
    Predicate<? super View<T>> wanted) {
  /** Has {@code queue} given the requests of everything that is there, and of what happens. */
  HandlerRegistration register(String name, Consumer<R> queue) {
    return informer.addHandler(handler(queue), HandlerOptions.named(name));
  }

  private ResourceHandler<T> handler(Consumer<R> queue) {
    return new ResourceHandler<>() {
      @Override
      public void onAdd(View<T> object, boolean initial) {
        ask(object, new LinkedHashSet<>());
      }

      /**
       * What the object no longer points to has to look again as much as what it points to now, and
       * a state that makes a function fail must not take the other's requests with it.
       */
      @Override
      public void onUpdate(View<T> previous, View<T> current) {
        var asked = new LinkedHashSet<R>();
        try {
          collect(previous, asked);
        } finally {
          ask(current, asked);
        }
      }

      @Override
      public void onDelete(View<T> last, boolean finalStateUnknown) {
        ask(last, new LinkedHashSet<>());
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
