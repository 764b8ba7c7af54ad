package io.listwatch.server.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A configuration file that the server reads again when its text changes. An option of the program
 * names it.
 *
 * <p>Belongs to one thread at a time.
 */
public final class SettingsFile<T> {
  private final Path file;
  private final Function<String, T> parser;
  private final T first;
  private String text;

  private SettingsFile(Path file, Function<String, T> parser, String text) {
    this.file = file;
    this.parser = parser;
    this.first = parser.apply(text);
    this.text = text;
  }

  /**
   * Internal: reads a file.
   *
   * @param parser throws an {@link IllegalArgumentException} if the text is invalid
   */
  public static <T> SettingsFile<T> open(Path file, Function<String, T> parser) throws IOException {
    return new SettingsFile<>(file, parser, Files.readString(file));
  }

  /** Internal: returns the settings that were read first. */
  public T first() {
    return first;
  }

  /**
   * Returns the settings if the text has changed since the last call; null if it has not.
   *
   * @throws IllegalArgumentException if the new text is invalid; the next call returns null unless
   *     the text changes again
   */
  @Nullable T changed() throws IOException {
    String now = Files.readString(file);
    if (now.equals(text)) {
      return null;
    }
    text = now;
    return parser.apply(now);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
