package io.listwatch.server.audit;

import io.listwatch.server.auth.PrivateFiles;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file to append to that is renamed when it is full: {@code audit.log} becomes {@code
 * audit-2006-01-02T15-04-05.000.log}, as in kube-apiserver. Old files are deleted by number and
 * age. Only the owner may read a file that it creates.
 *
 * <p>Threads: one.
 */
final class RotatingFile implements WritableByteChannel {
  private static final Logger log = LoggerFactory.getLogger(RotatingFile.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss.SSS");

  private final AuditLogSettings settings;
  private final Timers timers;
  private WritableByteChannel out;
  private long length;

  private RotatingFile(AuditLogSettings settings, Timers timers) throws IOException {
    this.settings = settings;
    this.timers = timers;
    this.out = open();
  }

  static WritableByteChannel open(AuditLogSettings settings, Timers timers) throws IOException {
    return settings.file().toString().equals("-")
        ? Channels.newChannel(System.out)
        : new RotatingFile(settings, timers);
  }

  private WritableByteChannel open() throws IOException {
    FileChannel opened = PrivateFiles.append(settings.file());
    length = opened.size();
    return opened;
  }

  /** Starts a new file if a line of this length does not fit into the current one. */
  void makeRoom(int bytes) throws IOException {
    if (settings.maxBytes() > 0 && length > 0 && length + bytes > settings.maxBytes()) {
      out.close();
      Files.move(settings.file(), backup(timers.now()));
      out = open();
      deleteOldBackups();
    }
  }

  private Path backup(Instant now) {
    String name = prefix() + TIME.format(now.atOffset(ZoneOffset.UTC)) + suffix();
    return settings.file().resolveSibling(name);
  }

  private String prefix() {
    String name = name();
    return name.substring(0, name.length() - suffix().length()) + "-";
  }

  private String suffix() {
    int dot = name().lastIndexOf('.');
    return dot <= 0 ? "" : name().substring(dot);
  }

  private String name() {
    return String.valueOf(settings.file().getFileName());
  }

  private void deleteOldBackups() {
    try {
      List<Backup> backups = backups();
      Instant oldest = timers.now().minus(settings.maxAge());
      for (int i = 0; i < backups.size(); i++) {
        boolean tooMany = settings.maxBackups() > 0 && i >= settings.maxBackups();
        boolean tooOld = !settings.maxAge().isZero() && backups.get(i).time.isBefore(oldest);
        if (tooMany || tooOld) {
          Files.deleteIfExists(backups.get(i).file);
        }
      }
    } catch (IOException problem) {
      log.warn("an old audit log cannot be deleted: {}", problem.toString());
    }
  }

  /** Returns the rotated files, newest first. */
  private List<Backup> backups() throws IOException {
    var backups = new ArrayList<Backup>();
    Path directory = settings.file().toAbsolutePath().getParent();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path each : files.toList()) {
        addIfBackup(each, backups);
      }
    }
    backups.sort(Comparator.comparing(Backup::time).reversed());
    return backups;
  }

  private void addIfBackup(Path file, List<Backup> backups) {
    String name = String.valueOf(file.getFileName());
    if (!name.startsWith(prefix()) || !name.endsWith(suffix())) {
      return;
    }
    try {
      String time = name.substring(prefix().length(), name.length() - suffix().length());
      backups.add(new Backup(file, LocalDateTime.parse(time, TIME).toInstant(ZoneOffset.UTC)));
    } catch (DateTimeParseException | StringIndexOutOfBoundsException other) {
      // Not a rotated file of this log.
    }
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int written = out.write(bytes);
    length += written;
    return written;
  }

  @Override
  public boolean isOpen() {
    return out.isOpen();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private record Backup(Path file, Instant time) {}
}
