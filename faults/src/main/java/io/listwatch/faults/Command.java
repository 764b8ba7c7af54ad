package io.listwatch.faults;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.server.http.request.GoDuration;
import java.time.Duration;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Parses a command. Each member is read once, and {@link #end} rejects members that were not read.
 *
 * <p>All errors are {@code IllegalArgumentException}s.
 */
final class Command {
  private final JsonObject members;

  private Command(JsonObject members) {
    this.members = members;
  }

  static Command parse(String json) {
    try {
      if (JsonTrees.read(json) instanceof JsonObject object) {
        return new Command(object);
      }
    } catch (MalformedJsonException malformed) {
      throw new IllegalArgumentException("command: " + malformed.getMessage(), malformed);
    }
    throw new IllegalArgumentException("command: not an object (expected: {\"do\": …})");
  }

  /** Returns a string; null if the member is absent. */
  @Nullable String text(String name) {
    JsonValue member = members.remove(name);
    if (member == null) {
      return null;
    }
    if (!member.isText()) {
      throw wrong(name, member, "a string");
    }
    return member.textValue();
  }

  String requiredText(String name) {
    String text = text(name);
    if (text == null) {
      throw new IllegalArgumentException(name + ": absent (expected: a string)");
    }
    return text;
  }

  /** Returns one of two words; the first if the member is absent. */
  String choice(String name, String first, String second) {
    String text = text(name);
    if (text != null && !text.equals(first) && !text.equals(second)) {
      throw new IllegalArgumentException(
          "%s: %s (expected: %s or %s)".formatted(name, text, first, second));
    }
    return text == null ? first : text;
  }

  /** Returns an integer within bounds. */
  long number(String name, long least, long most, long otherwise) {
    JsonValue member = members.remove(name);
    if (member == null) {
      return otherwise;
    }
    boolean fits = member.isInLongRange() && member.isInteger();
    if (!fits || member.longValue() < least || member.longValue() > most) {
      throw wrong(name, member, "a whole number from %d to %d".formatted(least, most));
    }
    return member.longValue();
  }

  /**
   * Returns a duration such as {@code 250ms}, which must not be negative; null if the member is
   * absent.
   */
  @Nullable Duration duration(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    return GoDuration.parse(text)
        .filter(each -> !each.isNegative())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: %s (expected: a duration such as 250ms or 1m30s)".formatted(name, text)));
  }

  Duration duration(String name, Duration otherwise) {
    Duration given = duration(name);
    return given == null ? otherwise : given;
  }

  /** Returns the filter for requests or streams. */
  FaultMatch match() {
    return new FaultMatch(
        text("verb"),
        text("resource"),
        text("namespace"),
        text("name"),
        text("userAgent"),
        text("auditId"));
  }

  /** Rejects members that were not read. */
  void end() {
    var rest = new TreeSet<String>();
    rest.addAll(members.fieldNames());
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException(
          "command: unknown members %s (expected: those that docs/faults.md lists for it)"
              .formatted(rest));
    }
  }

  private static IllegalArgumentException wrong(String name, JsonValue member, String expected) {
    return new IllegalArgumentException(
        "%s: %s (expected: %s)".formatted(name, JsonTrees.write(member), expected));
  }
}
