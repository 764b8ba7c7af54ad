package io.listwatch.campaign.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A small file system in memory that can be filled up, if this process may mount one; otherwise a
 * plain directory.
 *
 * <p>Not thread-safe.
 */
public final class Disk {
  private static final String SIZE = "size=256m";

  private final Path directory;
  private final boolean mounted;
  private boolean ended;

  private Disk(Path directory, boolean mounted) {
    this.directory = directory;
    this.mounted = mounted;
  }

  static Disk mount(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    String path = directory.toAbsolutePath().toString();
    var disk =
        new Disk(directory, Shell.succeeds("mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", path));
    Processes.atEnd(disk::end);
    return disk;
  }

  public Path directory() {
    return directory;
  }

  /** True if this is a small file system, so that {@link #fill} works. */
  public boolean isSmall() {
    return mounted;
  }

  /** Fills the file system completely. */
  public void fill() throws IOException {
    FileStore store = Files.getFileStore(directory);
    var block = new byte[1 << 20];
    try (OutputStream out = Files.newOutputStream(ballast())) {
      while (store.getUsableSpace() > 0) {
        out.write(block, 0, (int) Math.min(block.length, store.getUsableSpace()));
      }
    } catch (IOException full) {
      // The last block did not fit: the file system is full.
    }
  }

  /** Frees the space again. */
  public void free() throws IOException {
    Files.deleteIfExists(ballast());
  }

  private Path ballast() {
    return directory.resolve("ballast");
  }

  public void end() throws IOException, InterruptedException {
    if (mounted && !ended) {
      ended = true;
      Shell.run("umount", "--lazy", directory.toAbsolutePath().toString());
    }
  }
}
