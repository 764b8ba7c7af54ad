package io.listwatch.server.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.audit.AuditLogSettings.Mode;
import io.listwatch.server.audit.AuditQueue.Waiting;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends events to a file, as lines of JSON.
 *
 * <p>If the file cannot be written, it is opened again every second, and the events wait; requests
 * do not. When {@value #MAX_WAITING} events or {@value #MAX_WAITING_BYTES} bytes wait, further
 * events are lost and counted. So is an event that cannot be encoded.
 *
 * <p>Threads: one of its own encodes and writes.
 */
public final class AuditLogBackend implements AuditBackend {
  private static final Logger log = LoggerFactory.getLogger(AuditLogBackend.class);
  static final int MAX_WAITING = 10_000;
  static final int MAX_WAITING_BYTES = 32 << 20;
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final long CLOSE_MILLIS = 5_000;
  private static final CompletionStage<Boolean> GO_ON = CompletableFuture.completedFuture(true);

  private final Opener opener;
  private final Mode mode;
  private final Duration retry;
  private final Metrics.Counter lostTotal;
  private final Thread thread = new Thread(this::write, "listwatch-audit-log");
  private final AuditQueue queue = new AuditQueue(MAX_WAITING, MAX_WAITING_BYTES);
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Null while the file cannot be written. Only the writer thread uses it after the start. */
  private @Nullable WritableByteChannel out;

  AuditLogBackend(Opener opener, Mode mode, Metrics metrics, Duration retry) throws IOException {
    this.opener = opener;
    this.mode = mode;
    this.retry = retry;
    this.lostTotal = metrics.counter("apiserver_audit_error_total", Map.of("plugin", "log"));
    this.out = opener.open();
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens a file to append to, and creates it if it does not exist. */
  public static AuditLogBackend open(AuditLogSettings settings, Timers timers, Metrics metrics)
      throws IOException {
    return new AuditLogBackend(
        () -> RotatingFile.open(settings, timers), settings.mode(), metrics, RETRY);
  }

  @Override
  public CompletionStage<Boolean> accept(AuditEvent event) {
    Waiting waiting = queue.offer(event);
    if (waiting == null) {
      lostTotal.increment();
      return CompletableFuture.completedFuture(mode != Mode.BLOCKING_STRICT);
    }
    return switch (mode) {
      case BATCH -> GO_ON;
      case BLOCKING -> waiting.outcome().thenApply(stored -> true);
      case BLOCKING_STRICT -> waiting.outcome();
    };
  }

  private void write() {
    try {
      for (Waiting next = queue.take(); !next.isEnd(); next = queue.take()) {
        if (!append(next)) {
          lostTotal.add(1 + queue.size());
          return;
        }
        queue.release(next);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      closeFile();
    }
  }

  /**
   * Writes an event, after as many attempts as it takes. An attempt continues after the bytes that
   * the file already has, so that no line is torn or repeated. Returns false if the backend is
   * closed and a last attempt fails.
   */
  private boolean append(Waiting next) throws InterruptedException {
    ByteBuffer line = lineOf(next);
    if (line == null) {
      lostTotal.increment();
      next.outcome().complete(false);
      return true;
    }
    while (!tryToAppend(line)) {
      next.outcome().complete(false);
      if (closing.await(retry.toMillis(), TimeUnit.MILLISECONDS)) {
        return tryToAppend(line);
      }
    }
    next.outcome().complete(true);
    return true;
  }

  /** Returns null if the event cannot be encoded. An error would end the thread for good. */
  private static @Nullable ByteBuffer lineOf(Waiting next) {
    try {
      return line(Objects.requireNonNull(next.event()));
    } catch (RuntimeException | Error bug) {
      log.error("an audit event cannot be encoded and is lost", bug);
      return null;
    }
  }

  private static ByteBuffer line(AuditEvent event) {
    return ByteBuffer.wrap((JsonTrees.write(AuditEventJson.of(event)) + "\n").getBytes(UTF_8));
  }

  private boolean tryToAppend(ByteBuffer bytes) {
    WritableByteChannel file = out;
    boolean failedBefore = file == null;
    try {
      if (file == null) {
        file = opener.open();
        out = file;
      }
      if (bytes.position() == 0 && file instanceof RotatingFile rotating) {
        rotating.makeRoom(bytes.remaining());
      }
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException | RuntimeException problem) {
      if (!failedBefore) {
        log.error("the audit log cannot be written: events wait, then they are lost", problem);
      }
      closeFile();
      return false;
    }
    if (failedBefore) {
      log.info("the audit log is written again");
    }
    return true;
  }

  private void closeFile() {
    WritableByteChannel file = out;
    out = null;
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException problem) {
      log.debug("the audit log cannot be closed", problem);
    }
  }

  /** Writes the queued events and closes the file. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!queue.end(CLOSE_MILLIS)) {
        thread.interrupt();
      }
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Opens the file to append to. */
  interface Opener {
    WritableByteChannel open() throws IOException;
  }
}
