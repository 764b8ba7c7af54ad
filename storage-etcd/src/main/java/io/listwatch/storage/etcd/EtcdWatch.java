package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch that survives the end of its streams.
 *
 * <pre>
 *            ┌── ended, silent or incomplete: retry from the position, after a pause ──┐
 *            ▼                                                                         │
 *   begin ─▶ stream ── responses ─▶ {@link RevisionAssembler} ─▶ {@link WatchBuffer} ─▶ poll
 *            │
 *            └── compacted, or failing for too long ─▶ failed
 * </pre>
 *
 * <p>A stream begins at the position itself rather than after it. So etcd rejects exactly the
 * revisions older than the oldest kept one, and events that were already delivered are skipped.
 *
 * <p>Threads: all events of the stream run in {@link #steps}, one at a time, on the thread that
 * brings them, without a lock. The reader shares only the buffer.
 */
final class EtcdWatch implements StorageWatch, WatchStream.Reader {
  private static final Logger log = LoggerFactory.getLogger(EtcdWatch.class);

  /**
   * After this time without a response progress is requested; after the same time again the stream
   * is considered dead.
   */
  static final Duration SILENCE = Duration.ofSeconds(20);

  /** Time for which streams may keep failing before the watch fails. */
  static final Duration MAX_FAILING = Duration.ofSeconds(30);

  private static final Duration MIN_PAUSE = Duration.ofMillis(50);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(2);

  /** etcd ignores progress requests while a watch is catching up, so they are repeated. */
  private static final Duration PROGRESS_PAUSE = Duration.ofMillis(100);

  /**
   * The watch id of a response to a progress request; unrequested progress has the watch's own id.
   */
  private static final long ANY_WATCH = -1;

  private final Watches watches;
  private final KeyRange range;
  private final long after;
  private final Runnable onReadable;
  private final WatchBuffer buffer = new WatchBuffer();
  private final SynchronizationContext steps =
      new SynchronizationContext((thread, failure) -> failUnexpectedly(failure));

  // The fields below are accessed only in steps.
  private final Alarm pauseAlarm;
  private final Alarm silenceAlarm;
  private final Alarm progressAlarm;
  private @Nullable RevisionAssembler assembler;
  private @Nullable WatchStream stream;
  private Jumps jumps = Jumps.NONE;
  private @Nullable Instant failingSince;
  private Duration pause = MIN_PAUSE;
  private boolean responded;
  private boolean over;

  /** The etcd revision up to which progress was requested; zero if none. */
  private long requestedProgress;

  EtcdWatch(Watches watches, KeyRange range, long after, Runnable onReadable) {
    this.watches = watches;
    this.range = range;
    this.after = after;
    this.onReadable = onReadable;
    this.pauseAlarm = new Alarm(watches.clock(), steps);
    this.silenceAlarm = new Alarm(watches.clock(), steps);
    this.progressAlarm = new Alarm(watches.clock(), steps);
  }

  void begin() {
    steps.execute(this::locate);
  }

  private void locate() {
    jumps = watches.mapping().jumps();
    if (after < jumps.floor()) {
      Stages.atEnd(watches.history().oldest(), (oldest, failure) -> tooEarly(oldest, failure));
      return;
    }
    assembler = new RevisionAssembler(watches.keyspace(), jumps, jumps.etcd(after));
    startSilenceTimer();
    open();
  }

  private void tooEarly(@Nullable Long oldest, @Nullable Throwable failure) {
    long kept = oldest == null || failure != null ? jumps.floor() : oldest;
    steps.execute(() -> fail(new CompactedException(after, kept)));
  }

  private void open() {
    if (over || assembler == null) {
      return;
    }
    assembler.restart();
    buffer.unpause();
    watches.opened();
    stream = WatchStream.lasting(watches.calls(), this);
    var create =
        WatchCreateRequest.newBuilder()
            .setKey(watches.keyspace().from(range))
            .setRangeEnd(watches.keyspace().to(range))
            .setStartRevision(assembler.position())
            .setPrevKv(true)
            .setProgressNotify(true);
    stream.open(NewerFields.withFragments(create).build());
  }

  @Override
  public void received(WatchStream from, WatchResponse response) {
    steps.execute(
        () -> {
          if (from == stream && assembler != null) {
            take(from, response, assembler);
          }
        });
  }

  private void take(WatchStream from, WatchResponse response, RevisionAssembler into) {
    responded = true;
    if (response.getCanceled()) {
      cancelled(from, response);
      return;
    }
    failingSince = null;
    if (response.getEventsCount() > 0) {
      pause = MIN_PAUSE;
      deliver(into.add(response));
    } else if (!response.getCreated() && isReliable(response)) {
      progress(response.getHeader().getRevision(), into);
    }
    if (into.broken()) {
      from.close();
      openLater(MIN_PAUSE);
    } else if (buffer.hasRoom()) {
      from.read();
    }
  }

  private boolean isReliable(WatchResponse response) {
    return response.getWatchId() != ANY_WATCH || watches.reportsProgress();
  }

  private void cancelled(WatchStream from, WatchResponse response) {
    long compacted = response.getCompactRevision();
    if (compacted != 0 && assembler != null) {
      long position = jumps.ours(assembler.position());
      fail(new CompactedException(position, watches.history().oldestAfter(compacted)));
      return;
    }
    var why = Status.UNAVAILABLE.withDescription("watch cancelled: " + response.getCancelReason());
    streamFailed(from, watches.calls().failed(from.endpoint(), why.asRuntimeException()));
  }

  private void deliver(List<ChangeSet> sets) {
    if (buffer.add(sets)) {
      signal();
    }
  }

  @Override
  public void ended(WatchStream from, CallFailure failure) {
    steps.execute(
        () -> {
          if (from == stream) {
            streamFailed(from, failure);
          }
        });
  }

  private void streamFailed(WatchStream from, CallFailure failure) {
    from.close();
    Instant now = watches.clock().now();
    Instant since = failingSince == null ? now : failingSince;
    failingSince = since;
    if (failure.code() == Status.Code.PERMISSION_DENIED || now.isAfter(since.plus(MAX_FAILING))) {
      fail(Failures.of(failure));
      return;
    }
    log.debug("A watch of {} reconnects after a failure: {}", range, failure.reason());
    openLater(pause);
    Duration twice = pause.multipliedBy(2);
    pause = twice.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : twice;
  }

  private void openLater(Duration delay) {
    stream = null;
    pauseAlarm.set(delay, this::open);
  }

  private void startSilenceTimer() {
    silenceAlarm.set(SILENCE, this::probeSilentStream);
  }

  private void probeSilentStream() {
    responded = false;
    requestResponse();
    silenceAlarm.set(SILENCE, this::failSilentStream);
  }

  private void requestResponse() {
    if (stream != null && !buffer.paused()) {
      stream.requestProgress();
    }
  }

  private void failSilentStream() {
    // While the reader is slow no response was requested, and a stream that is not open cannot be
    // dead.
    if (!responded && stream != null && !buffer.paused()) {
      var why = Status.UNAVAILABLE.withDescription("no response on the watch stream");
      streamFailed(stream, watches.calls().failed(stream.endpoint(), why.asRuntimeException()));
    }
    if (!over) {
      startSilenceTimer();
    }
  }

  @Override
  public @Nullable ChangeSet poll() {
    var polled = buffer.poll();
    if (polled.resume()) {
      steps.execute(this::resume);
    }
    return polled.set();
  }

  private void resume() {
    if (stream != null) {
      responded = true;
      stream.read();
    }
  }

  @Override
  public void requestProgress() {
    if (watches.reportsProgress()) {
      Stages.atEnd(
          watches.history().currentInEtcd(),
          (current, failure) -> steps.execute(() -> progressRequested(current)));
    }
  }

  private void progressRequested(@Nullable Long current) {
    if (over) {
      return;
    }
    if (current == null) {
      // etcd is unreachable. Accept any progress after the next success.
      requestedProgress = Math.max(requestedProgress, 1);
      progressAlarm.set(MAX_PAUSE, this::requestProgress);
      return;
    }
    requestedProgress = Math.max(requestedProgress, current);
    repeatProgressRequest();
  }

  private void repeatProgressRequest() {
    if (requestedProgress != 0) {
      requestResponse();
      progressAlarm.set(PROGRESS_PAUSE, this::repeatProgressRequest);
    }
  }

  private void progress(long revision, RevisionAssembler into) {
    boolean reached = revision >= into.position();
    into.progressTo(revision);
    if (requestedProgress != 0 && revision >= requestedProgress && reached) {
      requestedProgress = 0;
      deliver(List.of(ChangeSet.progress(jumps.ours(revision))));
    }
  }

  /** The revisions have jumped: fails the watch if it began before the jump. */
  void jumped() {
    steps.execute(
        () -> {
          long floor = watches.mapping().jumps().floor();
          if (over || assembler == null) {
            return;
          }
          if (after < floor) {
            fail(new CompactedException(jumps.ours(assembler.position()), floor));
          } else {
            stop();
            over = false;
            locate();
          }
        });
  }

  /** A bug must fail the watch rather than leave it silent. */
  private void failUnexpectedly(Throwable failure) {
    steps.execute(() -> fail(new StorageException("a watch of " + range + " failed", failure)));
  }

  private void fail(StorageException why) {
    stop();
    if (buffer.fail(why)) {
      signal();
    }
  }

  private void stop() {
    over = true;
    if (stream != null) {
      stream.close();
    }
    stream = null;
    pauseAlarm.cancel();
    silenceAlarm.cancel();
    progressAlarm.cancel();
  }

  private void signal() {
    try {
      onReadable.run();
    } catch (RuntimeException e) {
      log.error("Failed to wake the reader of a watch of {}", range, e);
    }
  }

  /** Called when the storage is closed. */
  void storageClosed() {
    if (buffer.failNow(new StorageClosedException())) {
      signal();
    }
    steps.execute(this::stop);
  }

  @Override
  public void close() {
    buffer.close();
    steps.execute(this::stop);
    watches.forget(this);
  }
}
