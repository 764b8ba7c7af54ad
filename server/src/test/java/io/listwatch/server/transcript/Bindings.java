package io.listwatch.server.transcript;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values of a transcript's placeholders in one run. The first response that shows a placeholder
 * binds it. From then on its value must be the same, and other placeholders of its family must have
 * other values.
 *
 * <ul>
 *   <li>{@code <uid1>}, {@code <rv1>}, {@code <ns1>}, {@code <name1>}, {@code <gen1:5>}, {@code
 *       <hash1>}, {@code <jwt1>}: bound
 *   <li>{@code <uid>}, {@code <rv>}, {@code <time>}, {@code <microtime>}, {@code <any>}, {@code
 *       <text>} (which may be empty): any value of this form
 *   <li>{@code <num:1.5>}: a number, {@code <future>}: a version that has not been reached, {@code
 *       <newest>}: a version that is not older than any other in the run
 *   <li>{@code <continue:/b>}: in a request, the last token that continues after that key; {@code
 *       <x:300>}: in a request, this number of letters
 * </ul>
 */
public final class Bindings {
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "<((uid|rv|ns|name|gen|hash|jwt)(\\d+)(:\\d+)?|uid|rv|time|microtime|any|text|future|newest"
              + "|webhook|ca|continue:[^>]*|x:\\d+)>");
  private static final Pattern NUMBER = Pattern.compile("<num:([^>]+)>");

  private static final Map<String, String> SHAPES =
      Map.ofEntries(
          Map.entry("uid", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
          Map.entry("rv", "[1-9][0-9]*"),
          Map.entry("newest", "[1-9][0-9]*"),
          Map.entry("ns", "[-a-z0-9]+"),
          Map.entry("name", "[-a-z0-9]+"),
          Map.entry("hash", "[0-9A-F]{128}"),
          Map.entry("jwt", "[-\\w]+\\.[-\\w]+\\.[-\\w]+"),
          Map.entry("gen", "[bcdfghjklmnpqrstvwxz2456789]{5}"),
          Map.entry("time", "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"),
          Map.entry("microtime", "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z"),
          Map.entry("any", ".+"),
          Map.entry("text", ".*"));

  private final Map<String, String> values = new HashMap<>();
  private String lastTime = "";
  private long newest;

  /** Returns a copy of the current bindings, for an attempt that may fail. */
  Bindings copy() {
    var copy = new Bindings();
    copy.values.putAll(values);
    copy.lastTime = lastTime;
    copy.newest = newest;
    return copy;
  }

  public void bind(String placeholder, String value) {
    values.put(placeholder, value);
  }

  /** Replaces the placeholders of a string to send. Unbound ones get a value of their form. */
  public String resolve(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(value(match.group(1), match.group(2))));
  }

  private String value(String placeholder, String family) {
    if (placeholder.equals("future")) {
      return "9999999999";
    }
    if (placeholder.equals("time")) {
      return lastTime;
    }
    if (placeholder.startsWith("x:")) {
      return "x".repeat(Integer.parseInt(placeholder.substring(2)));
    }
    return values.computeIfAbsent(placeholder, p -> invented(p, String.valueOf(family)));
  }

  private static String invented(String placeholder, String family) {
    return switch (family) {
      case "uid" -> UUID.nameUUIDFromBytes(placeholder.getBytes(UTF_8)).toString();
      case "rv" -> "1"; // a version that no object of the run has
      default -> placeholder;
    };
  }

  /** Replaces the placeholders of a body to send. */
  public JsonValue resolve(JsonValue body) {
    if (body.isText()) {
      Matcher number = NUMBER.matcher(body.asText());
      return number.matches()
          ? JsonValue.of(new BigDecimal(number.group(1)))
          : JsonValue.of(resolve(body.asText()));
    }
    if (body instanceof JsonObject object) {
      JsonObject resolved = new JsonObject();
      object
          .properties()
          .forEach(each -> resolved.set(resolve(each.getKey()), resolve(each.getValue())));
      return resolved;
    }
    if (body.isArray()) {
      var resolved = new JsonArray();
      body.forEach(each -> resolved.add(resolve(each)));
      return resolved;
    }
    return body;
  }

  /**
   * True if a string matches the recorded one under the current bindings; binds new placeholders.
   */
  boolean matches(String recorded, String text) {
    var names = new ArrayList<String>();
    Matcher matcher = Pattern.compile(regex(recorded, names), Pattern.DOTALL).matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      if (!accept(names.get(i), matcher.group(i + 1))) {
        return false;
      }
    }
    return !recorded.matches("<(rv\\d*|newest)>") || noteVersion(recorded, text);
  }

  private boolean noteVersion(String recorded, String version) {
    long number = Long.parseLong(version);
    boolean older = number < newest;
    newest = Math.max(newest, number);
    return !older || !recorded.equals("<newest>");
  }

  private String regex(String recorded, List<String> names) {
    var regex = new StringBuilder();
    Matcher placeholders = PLACEHOLDER.matcher(recorded);
    int end = 0;
    while (placeholders.find()) {
      regex.append(Pattern.quote(recorded.substring(end, placeholders.start())));
      String name = placeholders.group(1);
      String bound = values.get(name);
      if (bound != null) {
        regex.append(Pattern.quote(bound));
      } else {
        String family = placeholders.group(2) == null ? name : placeholders.group(2);
        regex.append('(').append(SHAPES.getOrDefault(family, ".*")).append(')');
        names.add(name);
      }
      end = placeholders.end();
    }
    return regex.append(Pattern.quote(recorded.substring(end))).toString();
  }

  private boolean accept(String name, String value) {
    if (name.equals("time")) {
      lastTime = value;
    }
    if (!Character.isDigit(name.charAt(name.length() - 1))) {
      return true;
    }
    String family = name.replaceAll("\\d.*", "");
    boolean taken =
        values.entrySet().stream()
            .anyMatch(
                each ->
                    each.getKey().startsWith(family)
                        && !each.getKey().equals(name)
                        && each.getValue().equals(value));
    return !taken && values.computeIfAbsent(name, n -> value).equals(value);
  }

  /** Returns the number that a recorded string stands for; null if it is not a number. */
  static @Nullable BigDecimal number(String recorded) {
    Matcher number = NUMBER.matcher(recorded);
    return number.matches() ? new BigDecimal(number.group(1)) : null;
  }
}
