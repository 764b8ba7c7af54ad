package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonString;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.http.AuditLog;
import io.listwatch.time.Timers;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An audit log that appends a line of JSON to a file for each request.
 *
 * <p>Threads: one of its own writes, so that no request waits for the disk. When {@value
 * #MAX_WAITING} entries are queued, further ones are dropped, and a line in the file gives their
 * number.
 */
public final class FileAuditLog implements AuditLog, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FileAuditLog.class);
  static final int MAX_WAITING = 10_000;
  private static final long CLOSE_MILLIS = 5_000;

  /**
   * Longer values are cut, because many lines may be queued. Only made-up requests have such
   * values.
   */
  static final int MAX_VALUE = 1_024;

  /** Tells the writer thread to stop. */
  private static final String END = "";

  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong lost = new AtomicLong();
  private final BufferedWriter out;
  private final Timers timers;
  private final Thread thread;

  private FileAuditLog(BufferedWriter out, Timers timers) {
    this.out = out;
    this.timers = timers;
    this.thread = new Thread(this::write, "listwatch-audit");
    thread.setDaemon(true);
  }

  /** Opens a file to append to, and creates it if it does not exist. */
  public static FileAuditLog open(Path file, Timers timers) throws IOException {
    var out =
        Files.newBufferedWriter(file, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    var opened = new FileAuditLog(out, timers);
    opened.thread.start();
    return opened;
  }

  @Override
  public void record(Entry entry) {
    if (!lines.offer(line(entry))) {
      lost.incrementAndGet();
    }
  }

  private String line(Entry entry) {
    AccessRequest request = entry.request();
    var text = new StringBuilder(256);
    text.append("{\"time\":").append(JsonString.quote(timers.now().toString()));
    member(text, "auditID", entry.id());
    member(text, "user", request.user().name());
    if (!entry.caller().equals(request.user())) {
      member(text, "impersonatedBy", entry.caller().name());
    }
    member(text, "verb", request.verb());
    member(text, "path", request.path());
    if (request.aboutResource()) {
      member(text, "group", request.group());
      member(text, "resource", request.resource());
      member(text, "subresource", request.subresource());
      member(text, "namespace", request.namespace() == null ? "" : request.namespace());
      member(text, "name", request.name() == null ? "" : request.name());
    }
    text.append(",\"code\":").append(entry.code());
    text.append(",\"microseconds\":").append(entry.nanos() / 1_000);
    return text.append('}').toString();
  }

  private static void member(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(",\"").append(name).append("\":").append(JsonString.quote(cut(value)));
    }
  }

  private static String cut(String value) {
    return value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE) + "...";
  }

  private void write() {
    try (out) {
      for (String line = lines.take(); !line.equals(END); line = lines.take()) {
        out.write(line);
        out.newLine();
        long gone = lost.getAndSet(0);
        if (gone > 0) {
          out.write("{\"lost\":" + gone + "}");
          out.newLine();
        }
        if (lines.isEmpty()) {
          out.flush();
        }
      }
    } catch (IOException problem) {
      log.error("the audit log cannot be written, later requests are not logged", problem);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes the queued entries and closes the file. */
  @Override
  public void close() {
    try {
      if (!lines.offer(END, CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
        thread.interrupt();
      }
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
