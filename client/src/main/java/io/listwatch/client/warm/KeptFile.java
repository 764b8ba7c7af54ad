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
 * What one informer knows, and the file that it is kept in. While the objects stay as they are and
 * only their version moves on, no more than that is written.
 *
 * <p>Threads: the reflector's restores; the directory's saves; whoever closes the informer saves
 * last. The lock is held while the file is written, so that an older state does not replace a newer
 * one; nothing else is called meanwhile.
 */
final class KeptFile implements StoreKeeper.KeptStore {
  /** At least this is between two writes, however much happens. */
  static final Duration PACE = Duration.ofMinutes(1);

  /** And at least this many times as long as the last one took. */
  private static final int REST = 50;

  /** How many versions are added to a file before it is written anew: a day's, about. */
  static final int MAX_MARKS = 1_500;

  private static final Logger log = LoggerFactory.getLogger(StoreDirectory.class);

  private final StoreFile file;
  private final Bindings bindings;
  private final Supplier<StoreKeeper.Contents> contents;
  private final Timers timers;
  private final Consumer<KeptFile> onClose;
  private final ReentrantLock lock = new ReentrantLock();

  /** What the file is of; null before that is known, when nothing can be saved. */
  private volatile @Nullable StoreBinding binding;

  /** The version of what is in the file. */
  @GuardedBy("lock")
  private ResourceVersion saved = ResourceVersion.UNSET;

  /** The objects in the file; null if it has to be written as a whole. */
  @GuardedBy("lock")
  private @Nullable StoreDigest objects;

  /** Of the file as far as it is written. */
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
      log.warn("{} is not used: {}", file, reason(unusable));
      return null;
    }
  }

  /** Saves if there is something new and the last time is long enough ago. */
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

  /** Whether the version could be added to what is in the file. */
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

  /** Finds out what a file has to be of. */
  interface Bindings {
    StoreBinding binding() throws InterruptedException;
  }
}
