package io.listwatch.server.registry.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The unions of the built-in types: fields of which at most one is set, published as {@code
 * x-kubernetes-unions}.
 *
 * <p>Thread-safe. Loaded when the first document is created.
 */
final class Unions {
  private static final String FILE = "unions.txt";

  private final Map<String, JsonObject> unions = new HashMap<>();

  private Unions() {}

  /** Loads the unions of the built-in types. */
  static Unions load() {
    return Loaded.UNIONS;
  }

  private static final class Loaded {
    static final Unions UNIONS = read();
  }

  private static Unions read() {
    var unions = new Unions();
    try (InputStream in = Unions.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .forEach(cells -> unions.unions.put(cells[0], union(cells[1], cells[2])));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return unions;
  }

  private static JsonObject union(String discriminator, String members) {
    JsonObject union = new JsonObject();
    if (!discriminator.equals("-")) {
      union.put("discriminator", discriminator);
    }
    JsonObject byMember = union.putObject("fields-to-discriminateBy");
    for (String member : members.split(" ", -1)) {
      int equals = member.indexOf('=');
      byMember.put(member.substring(0, equals), member.substring(equals + 1));
    }
    return union;
  }

  /** Adds the union of a type to its schema, if it has one. */
  void describe(String type, JsonObject schema) {
    JsonObject union = unions.get(type);
    if (union != null) {
      schema.putArray("x-kubernetes-unions").add(union.deepCopy());
    }
  }
}
