package io.listwatch.client.warm;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.informer.StoreKeeper;
import io.listwatch.informer.StoreKeeper.Contents;
import io.listwatch.informer.StoreKeeper.KeptStore;
import io.listwatch.model.Notes;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnavailableException;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Times of writes, permissions of files, and recovery from failures. */
@Timeout(60)
final class StoreDirectoryTest {
  private static final StoreKeeper.Scope SCOPE =
      new StoreKeeper.Scope(
          Notes.TYPE, null, LabelSelector.everything(), FieldSelector.everything(), "");
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final ManualTimers timers = new ManualTimers();
  private final Path directory;

  private volatile Contents contents = new Contents(ResourceVersion.UNSET, List.of());

  StoreDirectoryTest(@TempDir Path temporary) {
    directory = temporary.resolve("stores");
  }

  private KeptStore keep() {
    return keep(() -> "here");
  }

  private KeptStore keep(ClusterName cluster) {
    return new StoreDirectory(directory, "whole", cluster, timers).keep(SCOPE, () -> contents);
  }

  private void informerIsAt(long version) {
    contents = new Contents(version(version), List.of(note("a", version)));
  }

  /** Lets the thread check once, and waits for it. */
  private void look() throws InterruptedException {
    timers.awaitPending(1);
    timers.advance(LOOK);
    timers.awaitPending(1);
  }

  private @Nullable ResourceVersion versionOnDisk() throws InterruptedException {
    var stores = new StoreDirectory(directory, "whole", () -> "here", timers);
    ResourceList found;
    try (KeptStore kept =
        stores.keep(SCOPE, () -> new Contents(ResourceVersion.UNSET, List.of()))) {
      found = kept.restore();
    }
    return found == null ? null : found.version();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void restoresTheStateAtTheClose() throws Exception {
    try (KeptStore kept = keep()) {
      assertThat(kept.restore()).isNull();
      informerIsAt(5);
    }

    try (KeptStore kept = keep()) {
      ResourceList restored = kept.restore();
      assertThat(restored).isEqualTo(ResourceList.of(List.of(note("a", 5)), version(5)));
    }
  }

  @Test
  void writesAtMostOnceAMinute() throws Exception {
    KeptStore kept = keep();
    kept.restore();
    informerIsAt(5);
    look();
    Path file = files().get(0);
    FileTime first = mark(file);
    informerIsAt(6);
    for (int i = 0; i < 5; i++) {
      look();
      assertThat(Files.getLastModifiedTime(file)).isEqualTo(first);
    }

    look();

    assertThat(Files.getLastModifiedTime(file)).isNotEqualTo(first);
  }

  @Test
  void doesNotWriteWithoutChanges() throws Exception {
    KeptStore kept = keep();
    kept.restore();
    informerIsAt(5);
    look();
    FileTime first = mark(files().get(0));

    for (int i = 0; i < 20; i++) {
      look();
    }
    kept.close();

    assertThat(Files.getLastModifiedTime(files().get(0))).isEqualTo(first);
  }

  @Test
  void appendsOnlyTheVersionAfterBookmarks() throws Exception {
    KeptStore kept = keep();
    kept.restore();
    informerIsAt(5);
    look();
    Object written = identity(files().get(0));
    long size = Files.size(files().get(0));

    for (int version = 6; version <= 10; version++) {
      informerHearsBookmark(version);
      for (int i = 0; i < 6; i++) {
        look();
      }
      assertThat(versionOnDisk()).isEqualTo(version(version));
    }

    assertThat(identity(files().get(0))).isEqualTo(written);
    assertThat(Files.size(files().get(0)) - size).isBetween(5L, 5L * 20);
  }

  @Test
  void rewritesTheFileWhenObjectsChangeAfterBookmarks() throws Exception {
    try (KeptStore kept = keep()) {
      kept.restore();
      informerIsAt(5);
      look();
      informerHearsBookmark(6);
      for (int i = 0; i < 6; i++) {
        look();
      }
      informerIsAt(7);
    }

    try (KeptStore kept = keep()) {
      assertThat(kept.restore()).isEqualTo(ResourceList.of(List.of(note("a", 7)), version(7)));
    }
  }

  @Test
  void rewritesADeletedFileEvenIfOnlyTheVersionChanged() throws Exception {
    try (KeptStore kept = keep()) {
      kept.restore();
      informerIsAt(5);
      look();
      Files.delete(files().get(0));
      informerHearsBookmark(6);
    }

    assertThat(versionOnDisk()).isEqualTo(version(6));
  }

  /** Two programs use the same directory: a mark of one must not apply to the file of the other. */
  @Test
  void ignoresAVersionAppendedToTheFileOfAnotherProgram() throws Exception {
    KeptStore kept = keep();
    kept.restore();
    informerIsAt(5);
    look();
    try (KeptStore other =
        new StoreDirectory(directory, "whole", () -> "here", timers)
            .keep(SCOPE, () -> new Contents(version(3), List.of(note("b", 3))))) {
      other.restore();
    }
    informerHearsBookmark(6);

    kept.close();

    assertThat(versionOnDisk()).isEqualTo(version(3));
  }

  private void informerHearsBookmark(long version) {
    contents = new Contents(version(version), contents.objects());
  }

  /** Returns a value that differs for each new file. */
  private static Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** Sets a modification time that no write would set. */
  private static FileTime mark(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    return Files.getLastModifiedTime(file);
  }

  @Test
  void writesNothingBeforeTheFirstList() throws Exception {
    try (KeptStore kept = keep()) {
      kept.restore();
      look();
    }

    assertThat(files()).isEmpty();
  }

  /** Otherwise the file could be mistaken for the state of the next cluster. */
  @Test
  void writesNothingBeforeTheClusterIsKnown() throws Exception {
    try (KeptStore kept =
        keep(
            () -> {
              throw new UnavailableException("away");
            })) {
      assertThatThrownBy(kept::restore).isInstanceOf(UnavailableException.class);
      informerIsAt(5);
    }

    assertThat(files()).isEmpty();
  }

  @Test
  void replacesTheFileOfAnotherCluster() throws Exception {
    try (KeptStore kept = keep(() -> "elsewhere")) {
      kept.restore();
      informerIsAt(5);
    }

    try (KeptStore kept = keep()) {
      assertThat(kept.restore()).isNull();
      informerIsAt(3);
    }

    assertThat(versionOnDisk()).isEqualTo(version(3));
    assertThat(files()).hasSize(1);
  }

  @Test
  void filesAreAccessibleToTheirOwnerOnly() throws Exception {
    try (KeptStore kept = keep()) {
      kept.restore();
      informerIsAt(5);
    }

    assertThat(Files.getPosixFilePermissions(directory))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(files().get(0)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void rejectsADirectoryAccessibleToOthers() throws Exception {
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));

    assertThatThrownBy(this::keep)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rwxr-x---");
  }

  /** A program killed during a write leaves the old file and an unfinished one. */
  @Test
  void ignoresUnfinishedFilesAndDeletesThemAfterAnHour() throws Exception {
    try (KeptStore kept = keep()) {
      kept.restore();
      informerIsAt(5);
    }
    Path unfinished = Files.write(directory.resolve("notes-1" + StoreFile.UNFINISHED), new byte[9]);
    FileTime now = FileTime.from(timers.now());
    Files.setLastModifiedTime(unfinished, now);

    assertThat(versionOnDisk()).isEqualTo(version(5));
    assertThat(unfinished).exists();
    timers.advance(Duration.ofMinutes(61));
    assertThat(versionOnDisk()).isEqualTo(version(5));
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void retriesAfterAFailedWrite() throws Exception {
    KeptStore kept = keep();
    kept.restore();
    informerIsAt(5);
    Path away = directory.resolveSibling("away");
    Files.move(directory, away);
    look();

    Files.move(away, directory);
    kept.close();

    assertThat(versionOnDisk()).isEqualTo(version(5));
  }

  @Test
  void threadEndsWithTheLastInformer() throws Exception {
    var stores = new StoreDirectory(directory, "whole", () -> "here", timers);
    KeptStore one = stores.keep(SCOPE, () -> contents);
    KeptStore two = stores.keep(SCOPE, () -> contents);
    timers.awaitPending(1);

    one.close();
    assertThat(timers.pending()).isEqualTo(1);
    two.close();

    await().atMost(Duration.ofSeconds(30)).until(() -> timers.pending() == 0);
  }
}
