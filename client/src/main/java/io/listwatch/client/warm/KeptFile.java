package io.listwatch.client.warm;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.informer.StoreKeeper;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The saved store of one informer. While the objects do not change and only the resource version
 * advances, only the version is written.
 *
 * <p>Threads: the reflector's thread restores, the directory's thread saves, and the thread that
 * closes the informer saves last. The lock is held while the file is written, so that an older
 * state does not replace a newer one; no other code is called meanwhile.
 */
final class KeptFile implements StoreKeeper.KeptStore {
  /** Minimum time between two writes. */
  static final Duration PACE = Duration.ofMinutes(1);

  /** The time between two writes is also at least this many times the duration of the last one. */
  private static final int REST = 50;

  /** Number of versions appended to a file before it is rewritten; about a day's. */
  static final int MAX_MARKS = 1_500;

  private static final Logger log = LoggerFactory.getLogger(StoreDirectory.class);

  private final StoreFile file;
  private final Bindings bindings;
  private final Supplier<StoreKeeper.Contents> contents;
  private final Timers timers;
  private final Consumer<KeptFile> onClose;
  private final ReentrantLock lock = new ReentrantLock();

  /** The binding of the file; null until it is known. Until then, nothing can be saved. */
  private volatile @Nullable StoreBinding binding;

  /** The resource version in the file. */
  @GuardedBy("lock")
  private ResourceVersion saved = ResourceVersion.UNSET;

  /** The digest of the objects in the file; null if it must be rewritten. */
  @GuardedBy("lock")
  private @Nullable StoreDigest objects;

  /** The checksum of the file's contents so far. */
  @GuardedBy("lock")
  private CRC32C checksum = new CRC32C();

  @GuardedBy("lock")
  private int marks;

  @GuardedBy("lock")
  private long notBefore;

  KeptFile(
      StoreFile file,
      Bindings bindings,
      Supplier<StoreKeeper.Contents> contents,
      Timers timers,
      Consumer<KeptFile> onClose) {
    this.file = file;
    this.bindings = bindings;
    this.contents = contents;
    this.timers = timers;
    this.onClose = onClose;
    this.notBefore = timers.nanoTime();
  }

  @Override
  public @Nullable ResourceList restore() throws InterruptedException {
    StoreBinding wanted = bindings.binding();
    binding = wanted;
    try {
      return file.read(wanted);
    } catch (IOException unusable) {
      log.warn("{} cannot be restored: {}", file, reason(unusable));
      return null;
    }
  }

  /** Saves if there is something new and enough time has passed since the last write. */
  void saveIfDue() {
    save(false);
  }

  private void save(boolean atOnce) {
    StoreBinding known = binding;
    StoreKeeper.Contents now = contents.get();
    if (known == null || now.version().isUnset()) {
      return;
    }
    lock.lock();
    try {
      boolean due = atOnce || timers.nanoTime() - notBefore >= 0;
      if (due && !now.version().equals(saved)) {
        writeLocked(known, now);
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void writeLocked(StoreBinding known, StoreKeeper.Contents now) {
    long start = timers.nanoTime();
    try {
      StoreDigest digest = StoreDigest.of(now.objects());
      if (!digest.equals(objects) || marks >= MAX_MARKS || !markLocked(now.version())) {
        checksum = file.write(known, now);
        objects = digest;
        marks = 0;
      }
      saved = now.version();
    } catch (IOException failure) {
      log.warn("{} cannot be written: {}", file, reason(failure));
    }
    long end = timers.nanoTime();
    notBefore = end + Math.max(PACE.toNanos(), REST * (end - start));
  }

  /** Appends the version to the file; returns whether that succeeded. */
  @GuardedBy("lock")
  private boolean markLocked(ResourceVersion version) {
    try {
      file.mark(version, checksum);
      marks++;
      return true;
    } catch (IOException gone) {
      objects = null;
      return false;
    }
  }

  private static String reason(IOException failure) {
    return failure.getClass() == IOException.class
        ? String.valueOf(failure.getMessage())
        : failure.toString();
  }

  @Override
  public void close() {
    onClose.accept(this);
    save(true);
  }

  /** Determines the binding of a file. */
  interface Bindings {
    StoreBinding binding() throws InterruptedException;
  }
}
