package io.listwatch.objects.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The descriptions of built-in types and their fields, which {@code kubectl explain} shows.
 *
 * <p>Thread-safe. The file is read on first use.
 */
public final class TypeDescriptions {
  private static final String FILE = "descriptions.txt";

  /** The type in the file whose fields are those of every kind. */
  private static final String ANY_KIND = "*";

  /** The types in the file whose fields are those of all types with that ending. */
  private static final String[] ENDINGS = {"Status", "Condition"};

  /** Precedes the name of a type that has the same descriptions. */
  private static final String LIKE = "=";

  /** By type, or by type, a space and field. */
  private static final Map<String, String> DESCRIPTIONS = read();

  private TypeDescriptions() {}

  public static Optional<String> of(ObjectSchema type) {
    return description(type.name());
  }

  public static Optional<String> of(ObjectSchema type, String field) {
    return ofField(type.name(), field)
        .or(() -> type.field("metadata") == null ? Optional.empty() : ofAnyKind(field))
        .or(() -> byEnding(type.name(), field));
  }

  /** Returns the description of a field that every kind has. */
  public static Optional<String> ofAnyKind(String field) {
    return ofField(ANY_KIND, field);
  }

  private static Optional<String> ofField(String type, String field) {
    return description(type + " " + field)
        .or(() -> description(type + " " + LIKE).flatMap(like -> ofField(like, field)));
  }

  private static Optional<String> byEnding(String type, String field) {
    for (String ending : ENDINGS) {
      if (type.endsWith(ending)) {
        return description("*" + ending + " " + field);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> description(String key) {
    return Optional.ofNullable(DESCRIPTIONS.get(key));
  }

  private static Map<String, String> read() {
    try (InputStream in = TypeDescriptions.class.getResourceAsStream(FILE)) {
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
