package io.listwatch.campaign.powerloss;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.campaign.engine.MachineClock;
import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.powerloss.DiskReplay.Loss;
import io.listwatch.campaign.powerloss.DiskTrace.Acknowledged;
import io.listwatch.campaign.powerloss.DiskTrace.Step;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.sqlite.SqliteStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Records a process that writes to SQLite, then loses power at many moments: each time the database
 * must open, be sound, and hold every write that had been acknowledged.
 */
public final class PowerLosses {
  private static final int WRITES_OF_EACH_KEY = 120;
  private static final int PATIENCE_MINUTES = 5;

  private final Path directory;
  private final Random random;
  private List<Step> steps = List.of();

  public PowerLosses(Path directory, Random random) {
    this.directory = directory;
    this.random = random;
  }

  /** Runs the process and reads its trace. */
  public void record() throws IOException, InterruptedException {
    Path data = directory.resolve("data");
    Path trace = directory.resolve("trace");
    Path output = directory.resolve("output");
    // Traced from its first write on: the replay must know each file from its start.
    Process process =
        new ProcessBuilder(
                "strace",
                "-f",
                "--seccomp-bpf",
                "-y",
                "-xx",
                "-s",
                "100000",
                "-e",
                "signal=none",
                "-e",
                DiskTrace.CALLS,
                "-o",
                trace.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RecordedProgram.class.getName(),
                data.toAbsolutePath().toString(),
                Integer.toString(WRITES_OF_EACH_KEY),
                Long.toString(random.nextLong() >>> 1))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("the recorded program failed: " + Files.readString(output));
    }
    steps = DiskTrace.read(trace, data);
    delete(data);
    Files.delete(trace);
  }

  /** Simulates a power loss at a random moment after the first acknowledgement. */
  public List<Violation> strike() throws IOException {
    Loss[] losses = {Loss.NOTHING, Loss.EVERYTHING, Loss.SOME, Loss.TORN};
    return strike(losses[random.nextInt(losses.length)]);
  }

  /**
   * Simulates a power loss on a disk that also loses synced writes, a defect that the check must
   * find.
   */
  public List<Violation> strikePlanted() throws IOException {
    return strike(Loss.SYNCED);
  }

  private List<Violation> strike(Loss loss) throws IOException {
    int first = 0;
    while (!(steps.get(first) instanceof Acknowledged)) {
      first++;
    }
    int end = first + 1 + random.nextInt(steps.size() - first);
    Path copy = Files.createDirectories(directory.resolve("copy"));
    try {
      new DiskReplay(steps, loss, random).into(copy, end);
      return check(copy, end, "%s lost before step %d of %d".formatted(loss, end, steps.size()));
    } finally {
      delete(copy);
    }
  }

  private List<Violation> check(Path copy, int end, String where) {
    var found = new ArrayList<Violation>();
    try (var storage = SqliteStorage.open(copy, new MachineClock(), Retention.everything())) {
      storage.check().forEach(each -> found.add(new Violation(Promise.SOUND, where, "" + each)));
      Map<Long, String> history = history(storage);
      for (Step step : steps.subList(0, end)) {
        if (step instanceof Acknowledged write
            && !("key" + write.key() + " " + write.step()).equals(history.get(write.revision()))) {
          found.add(
              new Violation(
                  Promise.DURABLE,
                  where,
                  "%s; storage has %s".formatted(write, history.get(write.revision()))));
        }
      }
    } catch (StorageException e) {
      found.add(new Violation(Promise.SOUND, where, "does not open: " + e));
    }
    return found;
  }

  private static Map<Long, String> history(SqliteStorage storage) {
    var history = new HashMap<Long, String>();
    try (StorageWatch watch = storage.watch(KeyRange.prefix("key"), 1, () -> {})) {
      for (ChangeSet set = watch.poll(); set != null; set = watch.poll()) {
        for (Change change : set.changes()) {
          history.put(set.revision(), change.key() + " " + step(change));
        }
      }
    }
    return history;
  }

  private static String step(Change change) {
    StoredEntry entry =
        change instanceof Change.Created created
            ? created.current()
            : ((Change.Updated) change).current();
    String value = new String(entry.value(), UTF_8);
    return value.substring(0, value.indexOf(' '));
  }

  private static void delete(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
