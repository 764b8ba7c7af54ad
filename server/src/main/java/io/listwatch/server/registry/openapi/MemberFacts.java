package io.listwatch.server.registry.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What documents say of members of built-in types beyond their types: which values they can have,
 * and which of them count.
 *
 * <p>Thread-safe. Read when the first document is made.
 */
final class MemberFacts {
  private static final String FILE = "members.txt";

  private final Map<String, List<String>> values = new HashMap<>();
  private final Map<String, JsonObject> unions = new HashMap<>();

  private MemberFacts() {}

  /** The facts of this server's own types. */
  static MemberFacts load() {
    return Loaded.FACTS;
  }

  private static final class Loaded {
    static final MemberFacts FACTS = read();
  }

  private static MemberFacts read() {
    var facts = new MemberFacts();
    try (InputStream in = MemberFacts.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> facts.add(line.split("\t", -1)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return facts;
  }

  private void add(String[] line) {
    if (line[0].equals("union")) {
      unions.put(line[1], union(line[2], line[3]));
      return;
    }
    List<String> all = List.of(line[1].split(",", -1));
    for (String member : line[2].split(" ", -1)) {
      values.put(member, all);
    }
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

  /** Says which values a member can have; of a list or a map, which ones its items can. */
  void describeValues(String type, String member, JsonObject schema) {
    List<String> known = values.getOrDefault(type + "." + member, List.of());
    if (!known.isEmpty()) {
      known.forEach(innermost(schema).putArray("enum")::add);
    }
  }

  private static JsonObject innermost(JsonObject schema) {
    for (String items : List.of("items", "additionalProperties")) {
      if (schema.get(items) instanceof JsonObject found) {
        return found;
      }
    }
    return schema;
  }

  /** Says which members of a type count, if that depends. */
  void describeUnion(String type, JsonObject schema) {
    JsonObject union = unions.get(type);
    if (union != null) {
      schema.putArray("x-kubernetes-unions").add(union.deepCopy());
    }
  }
}
