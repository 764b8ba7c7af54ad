package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Default values by type and member, read from {@code kind-defaults.txt}.
 *
 * <p>Thread-safe.
 */
final class DefaultsTable {
  private static final String TABLE = "kind-defaults.txt";

  private final Map<String, Map<String, JsonValue>> values = new HashMap<>();

  private DefaultsTable(String table) {
    Map<String, JsonValue> type = Map.of();
    for (String line : table.lines().toList()) {
      String[] cells = line.split("\t", -1);
      if (line.startsWith("\t")) {
        type.put(cells[1], JsonTrees.read(cells[2]));
      } else if (!line.startsWith("#")) {
        type = values.computeIfAbsent(line, absent -> new LinkedHashMap<>());
      }
    }
  }

  static DefaultsTable load() {
    return Loaded.TABLE;
  }

  /** Returns the default values of a type by member. */
  Map<String, JsonValue> of(String type) {
    return values.getOrDefault(type, Map.of());
  }

  /** Returns all types that have default values. */
  Iterable<String> types() {
    return values.keySet();
  }

  private static DefaultsTable read() {
    try (InputStream in = DefaultsTable.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + ": absent (expected: among our resources)");
      }
      return new DefaultsTable(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads the table on first use. */
  private static final class Loaded {
    static final DefaultsTable TABLE = read();
  }
}
