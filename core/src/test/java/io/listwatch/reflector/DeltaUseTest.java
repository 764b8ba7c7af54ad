package io.listwatch.reflector;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ApiException;
import io.listwatch.model.DeltaMismatchException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import io.listwatch.store.UndeltaStore;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DeltaUseTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualTimers timers = new ManualTimers();
  private final ReflectorMonitor monitor =
      new ReflectorMonitor("notes", timers, ReflectorListener.NONE, Metrics.none());
  private final SyncPoint point = new SyncPoint(monitor);
  private final UndeltaStore store = new UndeltaStore(unused -> {});
  private final DeltaUse deltas = new DeltaUse(store, true, point, timers, monitor);

  private DeltaUse.Stream open() {
    return requireNonNull(deltas.next(), "deltas are not requested");
  }

  /** Returns the failure of a stream that gets a delta for an unknown object. */
  private static ApiException mismatch(DeltaUse.Stream stream) {
    byte[] frame =
        """
        {"type":"MODIFIED","delta":{"name":"missing","from":"1","to":"2","crc32c":"0","edit":[]}}\
        """
            .getBytes(UTF_8);
    try {
      ResourceReader.PLAIN.event(frame, 0, frame.length, stream);
      throw new AssertionError("applied");
    } catch (DeltaMismatchException mismatch) {
      assertThat(mismatch.reason()).isEqualTo(DeltaMismatchException.Reason.NO_BASE);
      return stream.mismatched(mismatch);
    }
  }

  @Test
  void requestsNoDeltasIfObjectsAreTransformedOrUnknown() {
    assertThat(new DeltaUse(store, false, point, timers, monitor).next()).isNull();
    assertThat(new DeltaUse(new RecordingStore(), true, point, timers, monitor).next()).isNull();
  }

  @Test
  void requestsDeltasAgainTenMinutesAfterMismatch() {
    assertThat(mismatch(open())).isInstanceOf(UnavailableException.class);

    assertThat(deltas.next()).isNull();
    assertThat(monitor.status().deltas()).isEqualTo(DeltaState.BACKING_OFF);
    timers.advance(MINUTE.multipliedBy(9));
    assertThat(deltas.next()).isNull();
    timers.advance(MINUTE);
    assertThat(deltas.next()).isNotNull();
  }

  @Test
  void listsAnewAfterThreeMismatchesWithinAnHour() {
    for (int i = 0; i < 2; i++) {
      assertThat(mismatch(open())).isInstanceOf(UnavailableException.class);
      timers.advance(MINUTE.multipliedBy(20));
    }

    assertThat(mismatch(open())).isNotInstanceOf(UnavailableException.class);

    timers.advance(MINUTE.multipliedBy(20));
    assertThat(mismatch(open())).as("counts anew").isInstanceOf(UnavailableException.class);
  }

  @Test
  void dropsMismatchesAfterAnHour() {
    for (int i = 0; i < 5; i++) {
      assertThat(mismatch(open())).isInstanceOf(UnavailableException.class);
      timers.advance(MINUTE.multipliedBy(31));
    }
  }

  @Test
  void requestsNoDeltasAfterTwoStreamsThatEndAtOnce() {
    open().ended(Duration.ofMillis(10));
    open().ended(Duration.ofMillis(999));

    timers.advance(Duration.ofDays(1));
    assertThat(deltas.next()).isNull();
    assertThat(monitor.status().deltas()).isEqualTo(DeltaState.NO);
  }

  @Test
  void longStreamBetweenShortOnesKeepsDeltas() {
    open().ended(Duration.ofMillis(10));
    open().ended(MINUTE);
    open().ended(Duration.ofMillis(10));

    assertThat(deltas.next()).isNotNull();
  }

  @Test
  void mismatchDoesNotCountAsShortStream() {
    for (int i = 0; i < 3; i++) {
      DeltaUse.Stream stream = open();
      var unused = mismatch(stream);
      stream.ended(Duration.ZERO);
      timers.advance(MINUTE.multipliedBy(31));
    }

    assertThat(deltas.next()).isNotNull();
  }

  @Test
  void looksUpObjectsInTheFetchBeforeTheStore() {
    store.replace(List.of(note("a", 1)), Set.of(), ResourceVersion.of(1));
    var fetch = new InitialState(new Intake(null, object -> object, deltas, monitor));
    fetch.put(note("a", 2));

    deltas.fetching(fetch);
    assertThat(open().latest(key("a"))).isEqualTo(note("a", 2));
    assertThat(open().latest(key("b"))).isNull();
    deltas.fetched();
    assertThat(open().latest(key("a"))).isEqualTo(note("a", 1));
  }

  @Test
  void requestsNoDeltasOnceTheTransformChangesObjects() {
    DeltaUse.Stream stream = open();
    var intake = new Intake(null, Resource::withoutManagedFields, deltas, monitor);

    var unchanged = intake.admit(note("a", 1));
    assertThat(stream.unusable()).isFalse();
    var changed =
        intake.admit(Resource.parse("{\"metadata\":{\"name\":\"b\",\"managedFields\":[]}}"));

    assertThat(stream.unusable()).isTrue();
    assertThat(deltas.next()).isNull();
    assertThat(changed).isNotEqualTo(unchanged);
  }

  @Test
  void successorSkipsDeltasOfItsPredecessor() {
    point.reached(ResourceVersion.of(5));
    point.reached(new WatchEvent.Added(note("a", 6)));
    DeltaUse.Stream first = open();
    DeltaUse.Stream successor = open();
    successor.overlapping();

    assertThat(first.includes(key("a"), ResourceVersion.of(6))).isFalse();
    assertThat(successor.includes(key("a"), ResourceVersion.of(6))).isTrue();
    assertThat(successor.includes(key("z"), ResourceVersion.of(5))).isTrue();
    assertThat(successor.includes(key("b"), ResourceVersion.of(6))).as("same version").isFalse();
    assertThat(successor.includes(key("a"), ResourceVersion.of(7))).isFalse();
  }
}
