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
 * Keeps what informers know in a directory, a file for each of them, which is its owner's alone.
 *
 * <p>Thread-safe. While there is something to keep, a thread of its own looks every ten seconds
 * whether there is something new. The lock is a leaf; files are written outside.
 */
public final class StoreDirectory implements StoreKeeper {
  private static final Duration LOOK = Duration.ofSeconds(10);

  /** What is unfinished for longer than this will never be finished. */
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

  /** What ends the thread that runs; null while there is none. */
  @GuardedBy("lock")
  private @Nullable Pause running;

  /**
   * @param directory made if it does not exist; nobody but its owner may have any right to it
   * @param form as what objects are asked for, if there are several ways
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
      throw new UncheckedIOException("Cannot keep anything in " + directory, e);
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

  /** Removes what programs left that died while they wrote. */
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
      while (end.sleep(LOOK)) {
        all().forEach(KeptFile::saveIfDue);
      }
    } catch (InterruptedException ignored) {
      // Nobody interrupts it; whoever does wants it to end.
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
