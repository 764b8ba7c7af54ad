package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.StoreSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Waits until an informer's readable state satisfies a condition, and reports the last state if it
 * does not.
 *
 * <p>Confined to the waiting thread; create one for each wait.
 */
final class InformerWait<T> {
  /** Maximum number of objects named in a message. */
  private static final int NAMED = 10;

  private final Informer<T> informer;
  private final SharedInformer shared;
  private final BooleanSupplier closed;

  private StoreSnapshot seen;

  /** True if the condition has been called with {@link #seen}. */
  private boolean looked;

  /**
   * Creates a wait.
   *
   * @param closed true if the waiting user has closed the informer
   */
  InformerWait(Informer<T> informer, SharedInformer shared, BooleanSupplier closed) {
    this.informer = informer;
    this.shared = shared;
    this.closed = closed;
    this.seen = shared.snapshot();
  }

  Optional<View<T>> await(ResourceKey key, Predicate<Optional<View<T>>> condition, Duration atMost)
      throws InterruptedException {
    await(() -> changedSinceLook(key) && condition.test(one(key)), () -> describe(key), atMost);
    return one(key);
  }

  /** Reads the current object. Returns true if the condition has not seen this state. */
  private boolean changedSinceLook(ResourceKey key) {
    Resource before = seen.get(key);
    seen = shared.snapshot();
    boolean news = !looked || !Objects.equals(before, seen.get(key));
    looked = true;
    return news;
  }

  private Optional<View<T>> one(ResourceKey key) {
    return Optional.ofNullable(seen.get(key)).map(informer::view);
  }

  List<View<T>> await(Predicate<? super List<View<T>>> condition, Duration atMost)
      throws InterruptedException {
    await(
        () -> {
          seen = shared.snapshot();
          return condition.test(informer.views(seen.all()));
        },
        this::describeAll,
        atMost);
    return informer.views(seen.all());
  }

  private void await(BooleanSupplier look, Supplier<String> lastSeen, Duration atMost)
      throws InterruptedException {
    if (shared.await(look, closed, atMost)) {
      return;
    }
    if (closed.getAsBoolean() || shared.closed()) {
      throw new IllegalStateException("informer " + shared.name() + ": closed");
    }
    throw new AwaitTimeoutException(
        "%s: condition not met within %s; last seen: %s%s"
            .formatted(shared.name(), atMost, lastSeen.get(), health()));
  }

  private String describe(ResourceKey key) {
    Resource object = seen.get(key);
    return object == null ? "no %s @%s".formatted(key, seen.version()) : object.toString();
  }

  private String describeAll() {
    String first =
        seen.stream().limit(NAMED).map(Resource::toString).collect(Collectors.joining(", "));
    return seen + (seen.size() == 0 ? "" : ": " + first) + (seen.size() > NAMED ? ", …" : "");
  }

  private String health() {
    InformerHealth health = informer.health();
    return health.healthy() ? "" : "; " + String.join("; ", health.problems());
  }
}
