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

/**
 * Numbered steps of keys. Each value is derived from its step, so that a damaged value is detected.
 */
final class History {
  /** One in this many steps deletes the key instead of writing it. */
  private static final int DELETED_EVERY = 10;

  private static final int FILLER_BYTES = 700;

  private History() {}

  static boolean isDeletion(int step) {
    return step % DELETED_EVERY == DELETED_EVERY - 1;
  }

  /** Returns the value of a step. A deletion has none; its previous entry identifies it. */
  static byte[] value(Key key, int step) {
    byte[] label = (key + " " + step + " ").getBytes(UTF_8);
    byte[] value = Arrays.copyOf(label, label.length + FILLER_BYTES);
    Arrays.fill(value, label.length, value.length, (byte) ('a' + step % 26));
    return value;
  }

  /** Runs a step on a key. Completes with its revision. */
  static CompletionStage<Long> take(Storage storage, Key key, int step) {
    return isDeletion(step)
        ? storage.delete(key).thenApply(revision -> revision.orElse(0))
        : storage.put(key, value(key, step));
  }

  /** Returns the step that wrote the entry. Fails if the value is damaged. */
  static int step(StoredEntry entry) {
    String[] words = new String(entry.value(), UTF_8).split(" ", 3);
    int step = Integer.parseInt(words[1]);
    assertThat(entry.value()).isEqualTo(value(entry.key(), step));
    return step;
  }

  /** Returns the step that made the change. */
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

  /** Returns all changes that a watch after a revision delivers until it has no more. */
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
