package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Opens an empty storage for each test and closes it afterwards, with short methods to use it. */
@Timeout(300)
abstract class StorageFixture {
  static final KeyRange ALL = KeyRange.all();
  static final int NO_LIMIT = Integer.MAX_VALUE;

  final ManualStorageClock clock = new ManualStorageClock();
  private final List<AutoCloseable> opened = new ArrayList<>();

  Storage storage;

  abstract StorageEngine engine();

  @BeforeEach
  void openStorage() {
    storage = another();
  }

  /** Opens one more storage, which is closed after the test. */
  final Storage another() {
    Storage another = engine().open(clock);
    opened.add(another);
    return another;
  }

  final BlockingWatch watch(KeyRange range, long after) {
    BlockingWatch watch = storage.watch(range, after);
    opened.add(0, watch);
    return watch;
  }

  @AfterEach
  void closeAll() throws Exception {
    for (var closeable : opened) {
      closeable.close();
    }
  }

  static Key key(String text) {
    return Key.of(text);
  }

  static Key key(int... bytes) {
    byte[] key = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      key[i] = (byte) bytes[i];
    }
    return Key.of(key);
  }

  static byte[] value(String text) {
    return text.getBytes(UTF_8);
  }

  static String text(StoredEntry entry) {
    return new String(entry.value(), UTF_8);
  }

  /** Returns the failure of the stage. */
  static <T extends Throwable> T failure(CompletionStage<?> stage, Class<T> type) {
    return failure(() -> done(stage), type);
  }

  /** Returns the exception that the call throws. */
  static <T extends Throwable> T failure(Runnable call, Class<T> type) {
    T failure = catchThrowableOfType(type, call::run);
    assertThat(failure).as("failure").isNotNull();
    return failure;
  }

  final long put(String key, String value) {
    return done(storage.put(key(key), value(value)));
  }

  final long delete(String key) {
    return done(storage.delete(key(key))).getAsLong();
  }

  final long currentRevision() {
    return done(storage.currentRevision());
  }

  /** Formats the entries as {@code key=value}. */
  static List<String> texts(List<StoredEntry> entries) {
    return entries.stream().map(entry -> entry.key() + "=" + text(entry)).toList();
  }

  static List<Key> keys(List<StoredEntry> entries) {
    return entries.stream().map(StoredEntry::key).toList();
  }

  /** Returns the next changes, skipping progress. */
  static ChangeSet next(BlockingWatch watch) {
    ChangeSet next = nextOrProgress(watch);
    while (next.isProgress()) {
      next = nextOrProgress(watch);
    }
    return next;
  }

  static ChangeSet nextOrProgress(BlockingWatch watch) {
    var patience = new CompletableFuture<Void>().completeOnTimeout(null, 30, TimeUnit.SECONDS);
    var wakeUp = patience.thenRun(watch::wakeUp);
    try {
      ChangeSet next = watch.next();
      if (next == null) {
        throw new AssertionError("the watch delivered nothing within 30 s, or was closed");
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      wakeUp.cancel(false);
      patience.cancel(false);
    }
  }

  /** Returns the next change sets up to and including {@code revision}. */
  static List<ChangeSet> upTo(BlockingWatch watch, long revision) {
    var sets = new ArrayList<ChangeSet>();
    do {
      sets.add(next(watch));
    } while (sets.get(sets.size() - 1).revision() < revision);
    return sets;
  }
}
