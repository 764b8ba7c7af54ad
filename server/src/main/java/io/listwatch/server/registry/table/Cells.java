package io.listwatch.server.registry.table;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Parses the cell descriptions of {@code resources.txt}.
 *
 * <pre>
 *   name                 the object's name
 *   age                  the time since it was created
 *   created              its creation time
 *   text path [else]     the value as a string
 *   integer path         the value, 0 if missing
 *   boolean path         the value, false if missing
 *   ratio path path      two integers, as in 1/3
 *   list path            the values of all matches, separated by commas
 *   labels path          a map, as in a=b,c=d
 *   selector path        a label selector, in the syntax of the query parameter
 *   count path...        the number of members or elements, summed over the paths
 * </pre>
 */
final class Cells {
  static final JsonPath CREATED = JsonPath.of("metadata.creationTimestamp");

  private Cells() {}

  static Cell parse(String text) {
    List<String> words = Arrays.asList(text.split(" ", -1));
    List<String> rest = words.subList(1, words.size());
    return switch (words.get(0)) {
      case "name" -> (object, now, out) -> out.writeString(object.key().name());
      case "age" -> (object, now, out) -> out.writeString(age(object, now));
      case "created" -> (object, now, out) -> out.writeString(object.text(CREATED).orElse(""));
      case "text" -> text(JsonPath.of(rest.get(0)), rest.size() > 1 ? rest.get(1) : "");
      case "integer" -> integer(JsonPath.of(rest.get(0)));
      case "boolean" -> bool(JsonPath.of(rest.get(0)));
      case "ratio" -> ratio(JsonPath.of(rest.get(0)), JsonPath.of(rest.get(1)));
      case "list" -> list(JsonPath.of(rest.get(0)));
      case "labels" -> labels(JsonPath.of(rest.get(0)));
      case "selector" -> selector(JsonPath.of(rest.get(0)));
      case "count" -> new MemberCount(rest);
      default -> throw new IllegalArgumentException("cell: %s (expected: text, …)".formatted(text));
    };
  }

  /** Returns the description of a column with this cell. */
  static String describe(String text) {
    int space = text.indexOf(' ');
    return switch (space < 0 ? text : text.substring(0, space)) {
      case "name" -> "The name of the object.";
      case "age" -> "The time since the object was created.";
      case "created" -> "The creation time of the object.";
      case "count" -> "The number of items in " + text.substring(space + 1) + ".";
      default -> "The value of " + text.substring(space + 1) + ".";
    };
  }

  static String age(Resource object, Instant now) {
    return HumanDuration.since(object.text(CREATED).orElse(null), now);
  }

  private static Cell text(JsonPath path, String otherwise) {
    return (object, now, out) ->
        out.writeString(object.text(path).filter(found -> !found.isEmpty()).orElse(otherwise));
  }

  private static Cell integer(JsonPath path) {
    return (object, now, out) -> out.writeNumber(object.text(path).orElse("0"));
  }

  private static Cell bool(JsonPath path) {
    return (object, now, out) -> out.writeBoolean(object.text(path).orElse("").equals("true"));
  }

  private static Cell ratio(JsonPath part, JsonPath whole) {
    return (object, now, out) ->
        out.writeString(object.text(part).orElse("0") + "/" + object.text(whole).orElse("0"));
  }

  private static Cell list(JsonPath path) {
    return (object, now, out) -> out.writeString(String.join(",", object.texts(path)));
  }

  private static Cell labels(JsonPath path) {
    return (object, now, out) -> out.writeString(Selectors.labels(Trees.at(object, path)));
  }

  private static Cell selector(JsonPath path) {
    return (object, now, out) -> out.writeString(Selectors.selector(Trees.at(object, path)));
  }
}
