package io.listwatch.client.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * PEM data, given directly or in a file that may be replaced.
 *
 * <p>Immutable. Two sources are equal if they have the same data or the same file.
 */
public final class PemSource {
  /** Maximum size of a file. CA bundles have some hundred KiB; anything longer is not PEM. */
  private static final long MAX_BYTES = 8L << 20;

  private final byte @Nullable [] data;
  private final @Nullable Path file;

  private PemSource(byte @Nullable [] data, @Nullable Path file) {
    this.data = data;
    this.file = file;
  }

  public static PemSource of(byte[] pem) {
    return new PemSource(pem.clone(), null);
  }

  public static PemSource of(Path file) {
    return new PemSource(null, file);
  }

  /** Reads the current data. */
  public byte[] read() {
    if (file == null) {
      return data == null ? new byte[0] : data.clone();
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IOException("size: more than %d bytes (expected: PEM)".formatted(MAX_BYTES));
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PemSource that
        && Arrays.equals(data, that.data)
        && (file == null ? that.file == null : file.equals(that.file));
  }

  @Override
  public int hashCode() {
    return file == null ? Arrays.hashCode(data) : file.hashCode();
  }

  /** Returns the location only: the content may be secret. */
  @Override
  public String toString() {
    return file == null ? "(given)" : file.toString();
  }
}
