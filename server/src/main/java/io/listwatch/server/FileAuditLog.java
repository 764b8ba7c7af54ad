package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.PrivateFiles;
import io.listwatch.server.http.AuditLog;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An audit log that appends a line of JSON to a file for each request. Only the owner may read a
 * file that it creates.
 *
 * <p>If the file cannot be written, it is opened again every second, and the entries wait. When
 * {@value #MAX_WAITING} entries or {@value #MAX_WAITING_BYTES} bytes wait, further entries are
 * lost: a metric counts them, and a line in the file gives their number.
 *
 * <p>Threads: one of its own writes, so that no request waits for the disk.
 */
public final class FileAuditLog implements AuditLog, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FileAuditLog.class);
  static final int MAX_WAITING = 10_000;
  static final long MAX_WAITING_BYTES = 16 << 20;
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final long CLOSE_MILLIS = 5_000;

  /** Tells the writer thread to stop. */
  private static final byte[] END = {};

  private final Opener opener;
  private final AuditLine line;
  private final Duration retry;
  private final Metrics.Counter lostTotal;
  private final Thread thread = new Thread(this::write, "listwatch-audit");

  private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>(MAX_WAITING);
  private final AtomicLong waitingBytes = new AtomicLong();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Entries lost since the file last said so. */
  private final AtomicLong lost = new AtomicLong();

  /** Null while the file cannot be written. Only the writer thread uses it after the start. */
  private @Nullable WritableByteChannel out;

  FileAuditLog(Opener opener, Timers timers, Metrics metrics, Duration retry) throws IOException {
    this.opener = opener;
    this.line = new AuditLine(timers);
    this.retry = retry;
    this.lostTotal = metrics.counter("audit_log_lost_entries_total", Map.of());
    this.out = opener.open();
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens a file to append to, and creates it if it does not exist. */
  public static FileAuditLog open(Path file, Timers timers, Metrics metrics) throws IOException {
    return new FileAuditLog(() -> PrivateFiles.append(file), timers, metrics, RETRY);
  }

  @Override
  public void record(Entry entry) {
    byte[] bytes = line.of(entry).getBytes(UTF_8);
    if (waitingBytes.addAndGet(bytes.length) > MAX_WAITING_BYTES || !lines.offer(bytes)) {
      waitingBytes.addAndGet(-bytes.length);
      lost(1);
    }
  }

  private void lost(long entries) {
    lost.addAndGet(entries);
    lostTotal.add(entries);
  }

  private void write() {
    try {
      for (byte[] next = lines.take(); next != END; next = lines.take()) {
        if (!append(ByteBuffer.wrap(next))) {
          lost(1 + lines.stream().filter(each -> each != END).count());
          return;
        }
        waitingBytes.addAndGet(-next.length);
        long gone = lost.getAndSet(0);
        if (gone > 0) {
          append(ByteBuffer.wrap("{\"lost\":%d}\n".formatted(gone).getBytes(UTF_8)));
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      closeFile();
    }
  }

  /**
   * Writes the bytes, after as many attempts as it takes. An attempt continues after the bytes that
   * the file already has, so that no line is torn or repeated. Returns false if the log is closed
   * and a last attempt fails.
   */
  private boolean append(ByteBuffer bytes) throws InterruptedException {
    while (!tryToAppend(bytes)) {
      if (closing.await(retry.toMillis(), TimeUnit.MILLISECONDS)) {
        return tryToAppend(bytes);
      }
    }
    return true;
  }

  private boolean tryToAppend(ByteBuffer bytes) {
    WritableByteChannel file = out;
    boolean failedBefore = file == null;
    try {
      if (file == null) {
        file = opener.open();
        out = file;
      }
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException problem) {
      if (!failedBefore) {
        log.error("the audit log cannot be written: entries wait, then they are lost", problem);
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

  /** Writes the queued entries and closes the file. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!lines.offer(END, CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
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
