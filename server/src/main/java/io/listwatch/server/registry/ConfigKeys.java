package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** What config maps and secrets may hold: keys that can be file names, and not too much of it. */
final class ConfigKeys {
  private static final int MAX_KEY_BYTES = 253;
  private static final int MAX_BYTES = 1024 * 1024;

  private static final String RULE =
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g."
          + " 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
          + " '[-._a-zA-Z0-9]+')";

  private ConfigKeys() {}

  /** The keys of a map, in their order. */
  static List<String> of(ObjectNode object, String member) {
    var keys = new ArrayList<String>();
    object.path(member).fieldNames().forEachRemaining(keys::add);
    keys.sort(null);
    return keys;
  }

  static void check(String member, String key, List<FieldError> errors) {
    String field = member + "[" + key + "]";
    violations(key).forEach(rule -> errors.add(FieldError.invalid(field, key, rule)));
  }

  private static List<String> violations(String key) {
    var violations = new ArrayList<String>();
    if (key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY_BYTES) {
      violations.add("must be no more than " + MAX_KEY_BYTES + " characters");
    }
    if (key.isEmpty() || !key.chars().allMatch(ConfigKeys::allowed)) {
      violations.add(RULE);
    }
    if (key.equals(".") || key.equals("..")) {
      violations.add("must not be '" + key + "'");
    } else if (key.startsWith("..")) {
      violations.add("must not start with '..'");
    }
    return violations;
  }

  private static boolean allowed(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.';
  }

  /**
   * All values together have a bound: plain ones as they are, others as the bytes they stand for.
   */
  static void checkSize(
      ObjectNode object, List<String> members, String field, List<FieldError> errors) {
    long bytes = 0;
    for (String member : members) {
      for (JsonNode value : object.path(member)) {
        bytes += size(value.asText(), plain(object, member));
      }
    }
    if (bytes > MAX_BYTES) {
      errors.add(FieldError.tooLong(field, MAX_BYTES));
    }
  }

  private static boolean plain(ObjectNode object, String member) {
    return member.equals("data") && !object.path("kind").asText().equals("Secret");
  }

  private static int size(String value, boolean plain) {
    if (plain) {
      return value.getBytes(StandardCharsets.UTF_8).length;
    }
    try {
      return Base64.getDecoder().decode(value).length;
    } catch (IllegalArgumentException e) {
      return value.length();
    }
  }
}
