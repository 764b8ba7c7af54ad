package io.listwatch.testing;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JSON command to the server's fault control. The JSON is written without a library: this class
 * is on users' class paths, which may have no JSON library.
 */
final class FaultCommand {
  /** JSON values by member name. */
  private final Map<String, String> members;

  private FaultCommand(Map<String, String> members) {
    this.members = members;
  }

  static FaultCommand of(String word) {
    return new FaultCommand(Map.of()).with("do", word);
  }

  /** Adds a string member, unless the value is null. */
  FaultCommand with(String name, @Nullable String value) {
    return value == null ? this : withJson(name, quoted(value));
  }

  FaultCommand with(String name, long value) {
    return withJson(name, Long.toString(value));
  }

  FaultCommand with(String name, Duration value) {
    return with(name, value.toNanos() + "ns");
  }

  /**
   * Adds the members of another command. Where both have a member, such as {@code do}, this
   * command's value wins.
   */
  FaultCommand with(FaultCommand other) {
    var both = new LinkedHashMap<>(other.members);
    both.putAll(members);
    return new FaultCommand(both);
  }

  private FaultCommand withJson(String name, String json) {
    var more = new LinkedHashMap<>(members);
    more.put(name, json);
    return new FaultCommand(more);
  }

  private static String quoted(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  String json() {
    return members.entrySet().stream()
        .map(each -> quoted(each.getKey()) + ":" + each.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
