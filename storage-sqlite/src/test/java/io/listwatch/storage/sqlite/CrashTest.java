package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.seeds.TestSeeds;
import io.listwatch.storage.Change;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process repeatedly, at random moments. Run with {@code -Dcrash.kills=1000} for
 * more.
 */
final class CrashTest {
  private static final int KILLS = Integer.getInteger("crash.kills", 50);
  private static final int KEYS = 4;

  /** The process is killed after at most this many acknowledgements. */
  private static final int MAX_ACKNOWLEDGED = 400;

  private final Path directory;
  private final Path temporary;

  /** The next step of each key. */
  private final int[] steps = new int[KEYS];

  /** The revision up to which a watcher has read. */
  private long position = 1;

  private record Acknowledged(Key key, int step, long revision) {}

  CrashTest(@TempDir Path root) throws IOException {
    directory = root.resolve("data");
    temporary = Files.createDirectory(root.resolve("tmp"));
  }

  @Test
  void acknowledgedWritesSurviveAKill() throws Exception {
    long seed = Long.getLong("crash.seed", TestSeeds.of(CrashTest.class));
    var random = new Random(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      String where = "kill %d of -Dcrash.seed=%d".formatted(kill, seed);
      try {
        check(writeAndKill(random.nextInt(MAX_ACKNOWLEDGED), random.nextInt(2_000)));
      } catch (AssertionError | Exception e) {
        throw new AssertionError(where, e);
      }
    }
  }

  /**
   * Returns the acknowledgements that the process printed. It writes each line at once, so no line
   * is truncated.
   */
  private List<Acknowledged> writeAndKill(int count, int spins) throws Exception {
    var arguments = new ArrayList<>(List.of(directory.toString(), "0"));
    for (int step : steps) {
      arguments.add(Integer.toString(step));
    }
    var lines = new ArrayList<String>();
    try (var child =
        Child.start(
            CrashingProgram.class, temporary, List.of(), arguments.toArray(String[]::new))) {
      for (int i = 0; i <= count; i++) {
        String line = child.output().readLine();
        assertThat(line).as("a line of the program").isNotNull();
        lines.add(line);
      }
      for (int i = 0; i < spins; i++) {
        Thread.onSpinWait();
      }
      child.kill();
      child.output().lines().forEach(lines::add);
    }
    try (var left = Files.list(temporary)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    return lines.stream().map(CrashTest::parse).toList();
  }

  private static Acknowledged parse(String line) {
    String[] words = line.split(" ", -1);
    return new Acknowledged(Key.of(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2]));
  }

  private void check(List<Acknowledged> acknowledged) {
    try (var storage =
        SqliteStorage.open(directory, new ManualStorageClock(), Retention.everything())) {
      Map<Long, Integer> seen = new HashMap<>();
      for (var set : History.after(storage, position)) {
        assertThat(set.revision()).isGreaterThan(position);
        position = set.revision();
        Change change = set.changes().get(0);
        int key = Integer.parseInt(change.key().toString().substring("key".length()));
        assertThat(History.step(change)).as("step of %s", change.key()).isEqualTo(steps[key]);
        steps[key]++;
        seen.put(set.revision(), History.step(change));
      }
      for (var write : acknowledged) {
        assertThat(seen.get(write.revision)).as("%s", write).isEqualTo(write.step);
      }
      checkState(storage);
      assertThat(done(storage.currentRevision())).isGreaterThanOrEqualTo(position);
      assertThat(storage.check()).isEmpty();
    }
  }

  /** Checks that the current state equals the changes that the watcher has seen. */
  private void checkState(SqliteStorage storage) {
    long existing = 0;
    for (int key = 0; key < KEYS; key++) {
      int last = steps[key] - 1;
      boolean exists = last >= 0 && !History.isDeletion(last);
      existing += exists ? 1 : 0;
      var found = storage.get(Key.of("key" + key)).map(History::step);
      assertThat(found.orElse(-1)).isEqualTo(exists ? last : -1);
    }
    assertThat(storage.count(KeyRange.all())).isEqualTo(existing);
  }
}
