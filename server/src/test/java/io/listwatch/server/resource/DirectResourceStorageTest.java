package io.listwatch.server.resource;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.server.resource.Things.key;
import static io.listwatch.server.resource.Things.put;
import static io.listwatch.server.resource.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.Key;
import io.listwatch.storage.StoredEntry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class DirectResourceStorageTest extends ResourceStorageContract {
  private final ResourceStorage resources =
      new DirectResourceStorage(storage, Things.codec(), workers, Metrics.none());

  @Override
  protected ResourceStorage resources() {
    return resources;
  }

  @Test
  void createSkipsTheReadBeforeTheWrite() {
    var reads = new AtomicInteger();
    var counting =
        new ForwardingStorage(storage) {
          @Override
          public Optional<StoredEntry> get(Key key) {
            reads.incrementAndGet();
            return super.get(key);
          }
        };
    var counted = new DirectResourceStorage(counting, Things.codec(), workers, Metrics.none());

    Resource created = join(counted.write(key("a"), Things.expectingNone(put(thing("a", "red")))));

    assertThat(Things.colour(created)).isEqualTo("red");
    assertThat(reads).hasValue(0);
  }
}
