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
 * The sentences that {@code kubectl explain} shows for built-in types and their fields.
 *
 * <p>Thread-safe. Read when the first document is made.
 */
final class Descriptions {
  private static final String FILE = "descriptions.txt";

  /** Of fields that are the same in all kinds, and in all statuses. */
  private static final String ANY_KIND = "*";

  private static final String ANY_STATUS = "*Status";

  /** By type, or by type and field with a space between them. */
  private static final Map<String, String> SENTENCES = read();

  private Descriptions() {}

  static Optional<String> of(ObjectSchema type) {
    return Optional.ofNullable(SENTENCES.get(type.name()));
  }

  static Optional<String> of(ObjectSchema type, String field) {
    return sentence(type.name(), field)
        .or(() -> type.field("metadata") == null ? Optional.empty() : ofAnyKind(field))
        .or(() -> type.name().endsWith("Status") ? sentence(ANY_STATUS, field) : Optional.empty());
  }

  /** A field that every kind has. */
  static Optional<String> ofAnyKind(String field) {
    return sentence(ANY_KIND, field);
  }

  private static Optional<String> sentence(String type, String field) {
    return Optional.ofNullable(SENTENCES.get(type + " " + field));
  }

  private static Map<String, String> read() {
    try (InputStream in = Descriptions.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      var sentences = new HashMap<String, String>();
      String type = "";
      for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        String[] words = line.strip().split(" ", 2);
        boolean field = line.startsWith(" ");
        type = field ? type : words[0];
        sentences.put(field ? type + " " + words[0] : type, words[1]);
      }
      return Map.copyOf(sentences);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
