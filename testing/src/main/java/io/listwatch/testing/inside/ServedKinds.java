package io.listwatch.testing.inside;

import static java.util.stream.Collectors.toSet;

import io.listwatch.model.ResourceType;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Waits for the kinds that a server serves to change. A custom resource definition takes effect
 * some time after it is written.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class ServedKinds {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ResourceRegistry registry;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile Set<ResourceType> kept;

  ServedKinds(ResourceRegistry registry) {
    this.registry = registry;
    this.kept = types();
    registry.addListener(ended -> wake());
  }

  private Set<ResourceType> types() {
    return registry.definitions().stream().map(ResourceDefinition::type).collect(toSet());
  }

  private void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Records the kinds served now, for {@link #awaitKept}. */
  void keep() {
    kept = types();
  }

  ResourceDefinition find(String apiVersion, String kind) {
    return registry.definitions().stream()
        .filter(each -> each.type().apiVersion().equals(apiVersion))
        .filter(each -> each.type().kind().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("kind: " + apiVersion + " " + kind + " (not served)"));
  }

  void awaitServed(String group, String version, String plural) {
    await(
        served -> served.find(group, version, plural).isPresent(),
        "%s/%s %s to be served".formatted(group, version, plural));
  }

  /** Waits until exactly the kept kinds are served. */
  void awaitKept() {
    Set<ResourceType> expected = kept;
    await(served -> types().equals(expected), "the kept kinds to be served again");
  }

  private void await(Predicate<ResourceRegistry> condition, String what) {
    long left = PATIENCE.toNanos();
    lock.lock();
    try {
      while (!condition.test(registry)) {
        if (left <= 0) {
          throw new IllegalStateException("timed out after " + PATIENCE + " waiting for " + what);
        }
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + what, e);
    } finally {
      lock.unlock();
    }
  }
}
