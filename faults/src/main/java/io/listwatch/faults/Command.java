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
 * A command as it is read: each member is taken once, and what nobody takes is wrong.
 *
 * <p>Whatever is wrong is an {@code IllegalArgumentException}.
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

  /** Null if it is absent. */
  @Nullable String text(String name) {
    JsonValue member = members.remove(name);
    if (member == null) {
      return null;
    }
    if (!member.isText()) {
      throw wrong(name, member, "a text");
    }
    return member.textValue();
  }

  String requiredText(String name) {
    String text = text(name);
    if (text == null) {
      throw new IllegalArgumentException(name + ": absent (expected: a text)");
    }
    return text;
  }

  /** One of two words, the first if it is absent. */
  String choice(String name, String first, String second) {
    String text = text(name);
    if (text != null && !text.equals(first) && !text.equals(second)) {
      throw new IllegalArgumentException(
          "%s: %s (expected: %s or %s)".formatted(name, text, first, second));
    }
    return text == null ? first : text;
  }

  /** A whole number within bounds. */
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

  /** A duration that is not negative, such as {@code 250ms}; null if it is absent. */
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

  /** What requests, or streams, it is about. */
  FaultMatch match() {
    return new FaultMatch(
        text("verb"), text("resource"), text("namespace"), text("name"), text("userAgent"));
  }

  /** There must be nothing else. */
  void end() {
    var rest = new TreeSet<String>();
    rest.addAll(members.fieldNames());
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException(
          "command: %s (expected: no such member here)".formatted(rest));
    }
  }

  private static IllegalArgumentException wrong(String name, JsonValue member, String expected) {
    return new IllegalArgumentException(
        "%s: %s (expected: %s)".formatted(name, JsonTrees.write(member), expected));
  }
}
