package io.listwatch.server.schema.structural;

import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The formats of texts that schemas may ask for. */
final class TextFormat {
  private static final Map<String, Predicate<String>> FORMATS = Map.of("password", text -> true);

  private TextFormat() {}

  /** What texts of a format have in common; null if nobody knows the format. */
  static @Nullable Predicate<String> named(String word) {
    return FORMATS.get(word.replace("-", "").toLowerCase(Locale.ROOT));
  }
}
