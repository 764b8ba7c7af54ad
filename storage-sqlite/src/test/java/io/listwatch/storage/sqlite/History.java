package io.listwatch.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Numbered steps in the lives of keys, from whose values one can tell whether they are whole. */
final class History {
  /** Every so many steps a key is deleted instead of written. */
  private static final int DELETED_EVERY = 10;

  private static final int FILLER_BYTES = 700;

  private History() {}

  static boolean isDeletion(int step) {
    return step % DELETED_EVERY == DELETED_EVERY - 1;
  }

  /** A deletion has no value; it is told by its predecessor's. */
  static byte[] value(Key key, int step) {
    byte[] label = (key + " " + step + " ").getBytes(UTF_8);
    byte[] value = Arrays.copyOf(label, label.length + FILLER_BYTES);
    Arrays.fill(value, label.length, value.length, (byte) ('a' + step % 26));
    return value;
  }

  /** Takes a step with a key, and answers the revision once it is complete. */
  static CompletionStage<Long> take(Storage storage, Key key, int step) {
    return isDeletion(step)
        ? storage.delete(key).thenApply(revision -> revision.orElse(0))
        : storage.put(key, value(key, step));
  }

  /** Which step the entry comes from. Fails if it is not whole. */
  static int step(StoredEntry entry) {
    String[] words = new String(entry.value(), UTF_8).split(" ", 3);
    int step = Integer.parseInt(words[1]);
    assertThat(entry.value()).isEqualTo(value(entry.key(), step));
    return step;
  }

  /** Which step the change is. */
  static int step(Change change) {
    if (change instanceof Change.Created created) {
      return step(created.current());
    }
    if (change instanceof Change.Updated updated) {
      assertThat(step(updated.previous())).isEqualTo(step(updated.current()) - 1);
      return step(updated.current());
    }
    return step(((Change.Deleted) change).previous()) + 1;
  }

  /** Everything that a watch after a revision tells until it has nothing more. */
  static List<ChangeSet> after(Storage storage, long revision) {
    var sets = new ArrayList<ChangeSet>();
    try (var watch = storage.watch(KeyRange.all(), revision, () -> {})) {
      for (var set = watch.poll(); set != null; set = watch.poll()) {
        sets.add(set);
      }
    }
    return sets;
  }
}
