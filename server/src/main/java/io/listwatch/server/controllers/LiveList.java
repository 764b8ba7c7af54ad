package io.listwatch.server.controllers;

import io.listwatch.model.Resource;
import io.listwatch.server.resource.ResourcePage;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A list that is read batch by batch, because it may be larger than the heap. Each call blocks
 * until it is done.
 *
 * <p>Not thread-safe: used by a single attempt.
 */
final class LiveList {
  private final ResourcePage page;

  LiveList(ResourcePage page) {
    this.page = page;
  }

  /** Returns the next objects; empty at the end. All are of the same version of the collection. */
  List<Resource> next() throws InterruptedException {
    return Stages.await(page.next());
  }

  /** Calls {@code visitor} with each object. */
  void forEach(Consumer<Resource> visitor) throws InterruptedException {
    for (List<Resource> batch = next(); !batch.isEmpty(); batch = next()) {
      batch.forEach(visitor);
    }
  }

  /** Returns whether an object matches, and reads no further than that. */
  boolean anyMatch(Predicate<Resource> test) throws InterruptedException {
    for (List<Resource> batch = next(); !batch.isEmpty(); batch = next()) {
      if (batch.stream().anyMatch(test)) {
        return true;
      }
    }
    return false;
  }
}
