package io.listwatch.informer;

import static io.listwatch.model.Notes.note;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.model.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DecodedObjectsTest {
  private static final int WEIGHT = 10_000;

  private final CountingCodec codec = new CountingCodec();
  private final DecodedObjects<StringBuilder> decoded = new DecodedObjects<>(codec, WEIGHT, null);

  @Test
  void stateIsDecodedOnceForAllCallers() {
    Resource object = note("a", 1);

    StringBuilder first = decoded.shared(object);

    assertThat(decoded.shared(object)).isSameAs(first);
    assertThat(decoded.shared(note("a", 1))).isSameAs(first);
    assertThat(codec.decodings).hasValue(1);
    assertThat(decoded.shared(note("a", 2))).isNotSameAs(first);
  }

  @Test
  void concurrentCallersShareOneDecoding() {
    Resource object = note("a", 1);
    codec.gate = new CountDownLatch(1);
    var asked = new ArrayList<CompletableFuture<StringBuilder>>();
    for (int i = 0; i < 4; i++) {
      var answer = new CompletableFuture<StringBuilder>();
      asked.add(answer);
      new Thread(() -> answer.complete(decoded.shared(object)), "asker-" + i).start();
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> codec.decodings.get() > 0);
    codec.gate.countDown();

    List<StringBuilder> answers = asked.stream().map(CompletableFuture::join).toList();

    assertThat(answers).allSatisfy(answer -> assertThat(answer).isSameAs(answers.get(0)));
    assertThat(codec.decodings).hasValue(1);
  }

  @Test
  void copyIsNotShared() {
    Resource object = note("a", 1);
    StringBuilder shared = decoded.shared(object);

    decoded.copy(object).append("changed");

    assertThat(decoded.copy(object)).isNotSameAs(decoded.copy(object)).isNotSameAs(shared);
    assertThat(decoded.shared(object).toString()).isEqualTo(shared.toString()).contains("text 1");
  }

  @Test
  void evictsTheLeastRecentlyUsedBeyondTheWeight() {
    Resource often = note("often", 1);
    StringBuilder kept = decoded.shared(often);
    StringBuilder once = decoded.shared(note("once", 1));

    for (int i = 1; i <= 1000; i++) {
      decoded.shared(note("passing-" + i, i));
      decoded.shared(often);
      assertThat(decoded.weight()).isLessThanOrEqualTo(WEIGHT);
    }

    assertThat(decoded.shared(often)).isSameAs(kept);
    assertThat(decoded.shared(note("once", 1))).isNotSameAs(once);
  }

  @Test
  void doesNotCacheAnObjectHeavierThanTheWholeCache() {
    var small = new DecodedObjects<>(codec, 10, null);

    assertThat(small.shared(note("a", 1)).toString()).contains("text 1");

    assertThat(small.weight()).isZero();
  }

  @Test
  void failureReachesTheCallerAndIsNotCached() {
    Resource object = note("a", 1);
    codec.failing = true;
    assertThatThrownBy(() -> decoded.shared(object)).isSameAs(codec.failure);
    assertThatThrownBy(() -> decoded.copy(object)).isSameAs(codec.failure);
    assertThat(decoded.weight()).isZero();

    codec.failing = false;

    assertThat(decoded.shared(object).toString()).contains("text 1");
    assertThat(decoded.shared(note("b", 1)).toString()).contains("text 1");
  }

  @Test
  void interruptedCallerGetsTheObjectAndStaysInterrupted() {
    Resource object = note("a", 1);
    Thread.currentThread().interrupt();

    StringBuilder answer = decoded.shared(object);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(answer.toString()).contains("text 1");
  }

  /** Decodes into a mutable object, and counts the calls. */
  static final class CountingCodec implements ObjectCodec<StringBuilder> {
    final IllegalStateException failure = new IllegalStateException("cannot decode");

    final AtomicInteger decodings = new AtomicInteger();
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile boolean failing;

    @Override
    public StringBuilder decode(Resource object) {
      decodings.incrementAndGet();
      try {
        gate.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      if (failing) {
        throw failure;
      }
      return new StringBuilder(new String(object.toByteArray(), UTF_8));
    }

    @Override
    public byte[] encode(StringBuilder value) {
      return value.toString().getBytes(UTF_8);
    }
  }
}
