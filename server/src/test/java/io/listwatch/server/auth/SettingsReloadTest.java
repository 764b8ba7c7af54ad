package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsReloadTest {
  private final ManualTimers timers = new ManualTimers();
  private final List<Integer> applied = new ArrayList<>();

  @TempDir private Path directory = Path.of("");
  private Path file = Path.of("");
  private SettingsReload<Integer> reload;

  @BeforeEach
  void start() throws IOException {
    file = directory.resolve("settings");
    Files.writeString(file, "1");
    SettingsFile<Integer> settings = SettingsFile.open(file, Integer::parseInt);
    assertThat(settings.first()).isEqualTo(1);
    reload =
        new SettingsReload<>(
            "authorization", settings, applied::add, timers, Runnable::run, Metrics.none());
    reload.start();
  }

  @AfterEach
  void close() {
    reload.close();
  }

  private void look() {
    timers.advance(SettingsReload.INTERVAL);
  }

  @Test
  void appliesChangedFileOnce() throws IOException {
    look();
    assertThat(applied).isEmpty();

    Files.writeString(file, "2");
    look();
    look();

    assertThat(applied).containsExactly(2);
  }

  @Test
  void invalidOrMissingFileChangesNothing() throws IOException {
    Files.writeString(file, "two");
    look();
    Files.delete(file);
    look();
    assertThat(applied).isEmpty();

    Files.writeString(file, "3");
    look();

    assertThat(applied).containsExactly(3);
  }

  @Test
  void closedReloadNoLongerReadsTheFile() throws IOException {
    reload.close();
    Files.writeString(file, "2");
    look();

    assertThat(applied).isEmpty();
    assertThat(timers.pending()).isZero();
  }
}
