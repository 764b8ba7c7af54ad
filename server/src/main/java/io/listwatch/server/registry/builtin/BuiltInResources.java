package io.listwatch.server.registry.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.server.registry.ResourceDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The definitions of what is built in, read from a file of the program. */
public final class BuiltInResources {
  private static final String FILE = "resources.txt";

  private BuiltInResources() {}

  /** Reads all of them, in the order of discovery. */
  public static List<ResourceDefinition> load() {
    try (InputStream in = BuiltInResources.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      return new DefinitionReader().read(new String(in.readAllBytes(), UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
