package io.listwatch.reflector;

import static io.listwatch.model.Notes.version;

import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Concurrent calls of a producer, a reader and a thread that wakes up or closes are linearizable. A
 * blocked read would never end here, so the reader wakes itself up before it reads.
 */
public final class BufferedWatchLincheckTest {
  private final BufferedWatch watch = new BufferedWatch(100, () -> {});

  @Operation(nonParallelGroup = "producer")
  public boolean put() throws InterruptedException {
    return watch.put(new WatchEvent.Bookmark(version(7)));
  }

  @Operation(nonParallelGroup = "producer")
  public void end() {
    watch.end();
  }

  @Operation(nonParallelGroup = "producer")
  public void fail() {
    watch.fail(new UnavailableException("broken"));
  }

  @Operation(nonParallelGroup = "reader")
  public String next() throws InterruptedException {
    watch.wakeUp();
    try {
      return watch.next() == null ? "nothing" : "an event";
    } catch (ApiException failure) {
      return "a failure";
    }
  }

  @Operation(nonParallelGroup = "reader")
  public boolean ended() {
    return watch.ended();
  }

  @Operation
  public void close() {
    watch.close();
  }

  @Test
  void isLinearizable() {
    new ModelCheckingOptions()
        .iterations(6)
        .invocationsPerIteration(40)
        .threads(2)
        .actorsBefore(1)
        .actorsPerThread(3)
        .actorsAfter(2)
        .check(BufferedWatchLincheckTest.class);
  }
}
