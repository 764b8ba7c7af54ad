package io.listwatch.client.warm;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.informer.StoreKeeper;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Saves the stores of informers in a directory, one file for each, accessible only to the owner.
 *
 * <p>Thread-safe. While there are informers, a thread checks every ten seconds for changes to save.
 * The lock is a leaf; files are written without it.
 */
public final class StoreDirectory implements StoreKeeper {
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  /** Age from which an unfinished file counts as abandoned. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path directory;
  private final String form;
  private final ClusterName cluster;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Set<KeptFile> kept = new LinkedHashSet<>();

  /** Stops the running thread; null if there is none. */
  @GuardedBy("lock")
  private @Nullable Pause running;

  /**
   * @param directory created if it does not exist; must not be accessible to group or others
   * @param form the form in which objects are requested, if there are several
   */
  public StoreDirectory(Path directory, String form, ClusterName cluster, Timers timers) {
    this.directory = directory;
    this.form = form;
    this.cluster = cluster;
    this.timers = timers;
    try {
      prepare();
      sweep(timers.now().minus(ABANDONED));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot save stores in " + directory, e);
    }
  }

  private void prepare() throws IOException {
    if (!directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(directory);
      return;
    }
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Set<PosixFilePermission> found = Files.getPosixFilePermissions(directory);
    if (!OWNER_ONLY.containsAll(found)) {
      throw new IllegalArgumentException(
          "directory: %s has mode %s (expected: nothing for group and others)"
              .formatted(directory, PosixFilePermissions.toString(found)));
    }
  }

  /** Deletes unfinished files of programs that ended while writing. */
  private void sweep(Instant before) throws IOException {
    try (DirectoryStream<Path> unfinished =
        Files.newDirectoryStream(directory, "*" + StoreFile.UNFINISHED)) {
      for (Path each : unfinished) {
        if (Files.getLastModifiedTime(each).toInstant().isBefore(before)) {
          Files.deleteIfExists(each);
        }
      }
    }
  }

  @Override
  public KeptStore keep(Scope scope, Supplier<Contents> contents) {
    var file = new StoreFile(directory.resolve(StoreBinding.fileName(scope, form) + ".store"));
    var fresh =
        new KeptFile(
            file,
            () -> StoreBinding.of(cluster.ask(), scope, form),
            contents,
            timers,
            this::forget);
    lock.lock();
    try {
      kept.add(fresh);
      if (running == null) {
        running = start();
      }
    } finally {
      lock.unlock();
    }
    return fresh;
  }

  private Pause start() {
    var pause = new Pause(timers);
    var thread = new Thread(() -> saveUntil(pause), "listwatch-keeper");
    thread.setDaemon(true);
    thread.start();
    return pause;
  }

  private void saveUntil(Pause end) {
    try {
      while (end.sleep(CHECK_INTERVAL)) {
        all().forEach(KeptFile::saveIfDue);
      }
    } catch (InterruptedException ignored) {
      // This class does not interrupt the thread. An interrupt by another class ends it.
    }
  }

  private List<KeptFile> all() {
    lock.lock();
    try {
      return new ArrayList<>(kept);
    } finally {
      lock.unlock();
    }
  }

  private void forget(KeptFile file) {
    lock.lock();
    try {
      kept.remove(file);
      if (kept.isEmpty() && running != null) {
        running.close();
        running = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
