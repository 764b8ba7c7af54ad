package io.listwatch.server.registry.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.schema.ObjectSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The descriptions that {@code kubectl explain} shows for built-in types and their fields.
 *
 * <p>Thread-safe. The file is read when the first OpenAPI document is generated.
 */
final class Descriptions {
  private static final String FILE = "descriptions.txt";

  /** The type in the file whose fields are those of every kind. */
  private static final String ANY_KIND = "*";

  /** The type in the file whose fields are those of every status. */
  private static final String ANY_STATUS = "*Status";

  /** By type, or by type, a space and field. */
  private static final Map<String, String> DESCRIPTIONS = read();

  private Descriptions() {}

  static Optional<String> of(ObjectSchema type) {
    return Optional.ofNullable(DESCRIPTIONS.get(type.name()));
  }

  static Optional<String> of(ObjectSchema type, String field) {
    return description(type.name(), field)
        .or(() -> type.field("metadata") == null ? Optional.empty() : ofAnyKind(field))
        .or(
            () ->
                type.name().endsWith("Status") ? description(ANY_STATUS, field) : Optional.empty());
  }

  /** Returns the description of a field that every kind has. */
  static Optional<String> ofAnyKind(String field) {
    return description(ANY_KIND, field);
  }

  private static Optional<String> description(String type, String field) {
    return Optional.ofNullable(DESCRIPTIONS.get(type + " " + field));
  }

  private static Map<String, String> read() {
    try (InputStream in = Descriptions.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      var descriptions = new HashMap<String, String>();
      String type = "";
      for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        String[] words = line.strip().split(" ", 2);
        boolean field = line.startsWith(" ");
        type = field ? type : words[0];
        descriptions.put(field ? type + " " + words[0] : type, words[1]);
      }
      return Map.copyOf(descriptions);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
