package io.listwatch.server.registry.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.server.registry.ResourceDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The resources whose objects are kept and have no effect, and what does not happen. */
public final class Unenforced {
  private static final String FILE = "unenforced.txt";
  private static final Map<String, String> SENTENCES = load();

  private Unenforced() {}

  private static Map<String, String> load() {
    try (InputStream in = Unenforced.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      var sentences = new LinkedHashMap<String, String>();
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> line.split(" \\| ", 2))
          .forEach(cells -> sentences.put(cells[0], cells[1]));
      return Collections.unmodifiableMap(sentences);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** By the resource, such as {@code limitranges}, in the order of the file. */
  public static Map<String, String> sentences() {
    return SENTENCES;
  }

  /** What to tell those who write an object of a resource. */
  public static Optional<String> of(ResourceDefinition definition) {
    return definition.custom()
        ? Optional.empty()
        : Optional.ofNullable(SENTENCES.get(definition.type().toString()));
  }
}
