package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files that only their owner may read, from the moment they exist. */
public final class PrivateFiles {
  private PrivateFiles() {}

  /**
   * Creates a directory and its missing parents with access for their owner only. An existing
   * directory keeps its permissions.
   */
  public static void createDirectory(Path directory) throws IOException {
    Files.createDirectories(directory, permissions(directory, "rwx------"));
  }

  /** Replaces a file atomically: concurrent readers see the old content or the new one. */
  public static void write(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (var out = FileChannel.open(draft, options, permissions(file, "rw-------"))) {
      ByteBuffer bytes = UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Opens a file to append to. An existing file keeps its permissions. */
  public static FileChannel append(Path file) throws IOException {
    var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return FileChannel.open(file, options, permissions(file, "rw-------"));
  }

  /** Returns no attributes if the file system does not support POSIX permissions. */
  private static FileAttribute<?>[] permissions(Path path, String mode) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }
}
