package io.listwatch.campaign.powerloss;

import io.listwatch.campaign.powerloss.DiskTrace.Move;
import io.listwatch.campaign.powerloss.DiskTrace.Remove;
import io.listwatch.campaign.powerloss.DiskTrace.Step;
import io.listwatch.campaign.powerloss.DiskTrace.Sync;
import io.listwatch.campaign.powerloss.DiskTrace.Truncate;
import io.listwatch.campaign.powerloss.DiskTrace.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Creates the files that are left after a power loss: all synced writes, and the unsynced writes
 * that a {@link Loss} keeps. File names are not lost, because journaling file systems order them.
 */
final class DiskReplay {
  /** The fate of writes that were not synced when the power failed. */
  enum Loss {
    /** Keeps all unsynced writes. */
    NOTHING,
    /** Loses all unsynced writes. */
    EVERYTHING,
    /** Keeps a random subset of the unsynced writes. */
    SOME,
    /** Keeps the first sectors of each unsynced write, or none or all of it. */
    TORN,
    /**
     * Loses any write at random, even a synced one, like a disk that ignores flushes: a planted
     * defect.
     */
    SYNCED
  }

  private static final int SECTOR = 512;

  private final List<Step> steps;
  private final Loss loss;
  private final Random random;
  private final Map<String, FileContent> files = new HashMap<>();

  DiskReplay(List<Step> steps, Loss loss, Random random) {
    this.steps = steps;
    this.loss = loss;
    this.random = random;
  }

  /** Writes the files as they are after a power loss before step {@code end}. */
  void into(Path directory, int end) throws IOException {
    BitSet synced = synced(end);
    for (int i = 0; i < end; i++) {
      apply(steps.get(i), synced.get(i));
    }
    for (var file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.write(path, file.getValue().bytes());
    }
  }

  /** Returns the writes that a later sync covers. */
  private BitSet synced(int end) {
    // The number of steps that the last sync of each file covers.
    Map<String, Integer> reach = new HashMap<>();
    for (Step step : steps.subList(0, end)) {
      if (step instanceof Sync sync) {
        reach.merge(sync.file(), sync.started(), Math::max);
      }
    }
    var synced = new BitSet();
    for (int i = 0; i < end; i++) {
      synced.set(i, i < reach.getOrDefault(fileOf(steps.get(i)), 0));
    }
    return synced;
  }

  private static String fileOf(Step step) {
    if (step instanceof Write write) {
      return write.file();
    }
    return step instanceof Truncate truncate ? truncate.file() : "";
  }

  private void apply(Step step, boolean synced) {
    if (step instanceof Write write) {
      int length = kept(write.bytes().remaining(), synced);
      if (length > 0) {
        write(write, length);
      }
    } else if (step instanceof Truncate truncate) {
      if (kept(1, synced) > 0) {
        content(truncate.file()).truncate(Math.toIntExact(truncate.size()));
      }
    } else if (step instanceof Remove remove) {
      files.remove(remove.file());
    } else if (step instanceof Move move) {
      FileContent content = files.remove(move.from());
      files.put(move.to(), content == null ? new FileContent() : content);
    }
  }

  /** Returns the number of bytes of a write that the disk keeps. */
  private int kept(int length, boolean synced) {
    if (synced && loss != Loss.SYNCED) {
      return length;
    }
    return switch (loss) {
      case NOTHING -> length;
      case EVERYTHING -> 0;
      case SOME -> random.nextBoolean() ? length : 0;
      case TORN -> Math.min(length, SECTOR * random.nextInt(length / SECTOR + 2));
      case SYNCED -> random.nextInt(20) == 0 ? 0 : length;
    };
  }

  private void write(Write write, int length) {
    content(write.file()).write(Math.toIntExact(write.offset()), write.bytes(), length);
  }

  private FileContent content(String file) {
    return files.computeIfAbsent(file, name -> new FileContent());
  }
}
