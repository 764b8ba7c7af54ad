package io.listwatch.campaign.powerloss;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.campaign.powerloss.DiskReplay.Loss;
import io.listwatch.campaign.powerloss.DiskTrace.Acknowledged;
import io.listwatch.campaign.powerloss.DiskTrace.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The replay of a trace creates the files that are left after a power loss. */
final class DiskReplayTest {
  private static final String TRACE =
      """
      7 openat(AT_FDCWD<\\x2f>, "\\x2f\\x64\\x2f\\x61", O_RDWR|O_CREAT, 0644) = 3<\\x2f\\x64\\x2f\\x61>
      7 pwrite64(3<\\x2f\\x64\\x2f\\x61>, "\\x6f\\x6e\\x65", 3, 0) = 3
      8 fsync(3<\\x2f\\x64\\x2f\\x61> <unfinished ...>
      7 pwrite64(3<\\x2f\\x64\\x2f\\x61>, "\\x74\\x77\\x6f", 3, 3) = 3
      8 <... fsync resumed>) = 0
      8 write(1<\\x2f\\x6f>, "\\x61\\x63\\x6b\\x20\\x31\\x20\\x32\\x20\\x33\\x0a", 10) = 10
      7 fdatasync(3<\\x2f\\x64\\x2f\\x61>) = -1 EIO (Input/output error)
      """;

  private final Path directory;

  DiskReplayTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void readsAcknowledgements() throws IOException {
    assertThat(steps()).contains(new Acknowledged(1, 2, 3));
  }

  @Test
  void keepsSyncedWritesAndLosesOthers() throws IOException {
    assertThat(after(Loss.EVERYTHING)).isEqualTo("one");
  }

  @Test
  void mayKeepUnsyncedWrites() throws IOException {
    assertThat(after(Loss.NOTHING)).isEqualTo("onetwo");
  }

  @Test
  void ignoresFailedSync() throws IOException {
    assertThat(steps()).filteredOn(DiskTrace.Sync.class::isInstance).hasSize(1);
  }

  private List<Step> steps() throws IOException {
    Path trace = Files.writeString(directory.resolve("trace"), TRACE);
    return DiskTrace.read(trace, Path.of("/d"));
  }

  private String after(Loss loss) throws IOException {
    List<Step> steps = steps();
    new DiskReplay(steps, loss, new Random(1)).into(directory.resolve("after"), steps.size());
    return new String(Files.readAllBytes(directory.resolve("after/a")), UTF_8);
  }
}
