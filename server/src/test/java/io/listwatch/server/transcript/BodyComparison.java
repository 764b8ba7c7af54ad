package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Compares a response with a recorded one, member by member. The order of members does not matter;
 * the order of items does, except in {@code managedFields}.
 */
public final class BodyComparison {
  private static final List<String> MANAGER = List.of("manager", "operation", "subresource");

  /** Stands for the message of a failure whose causes kube-apiserver lists in random order. */
  private static final Pattern UNORDERED = Pattern.compile("<\\d+ causes, in any order>");

  private final Bindings bindings;
  private final boolean whole;
  private final List<String> differences = new ArrayList<>();

  /**
   * @param whole true if members that were not recorded are a difference
   */
  public BodyComparison(Bindings bindings, boolean whole) {
    this.bindings = bindings;
    this.whole = whole;
  }

  /** Returns the differences, each with its path; empty if there are none. */
  public List<String> of(JsonValue recorded, JsonValue answer) {
    if (UNORDERED.matcher(recorded.path("message").asText()).matches()) {
      compareUnordered((JsonObject) recorded.deepCopy(), (JsonObject) answer.deepCopy());
    } else {
      compare("", recorded, answer);
    }
    return List.copyOf(differences);
  }

  private void compareUnordered(JsonObject recorded, JsonValue answer) {
    recorded.put("message", "<any>");
    sortCauses(recorded);
    sortCauses(answer);
    compare("", recorded, answer);
  }

  private static void sortCauses(JsonValue failure) {
    if (failure.path("details").path("causes") instanceof JsonArray causes) {
      var sorted = new ArrayList<JsonValue>();
      causes.forEach(sorted::add);
      sorted.sort(Comparator.comparing(BodyComparison::told));
      causes.removeAll().addAll(sorted);
    }
  }

  private static String told(JsonValue cause) {
    return cause.path("field").asText() + cause.path("reason") + cause.path("message");
  }

  private void compare(String path, JsonValue recorded, JsonValue answer) {
    if (recorded.isObject() && answer.isObject()) {
      compareMembers(path, recorded, answer);
    } else if (recorded.isArray() && answer.isArray()) {
      if (path.endsWith(".managedFields")) {
        compareManagers(path, recorded, answer);
      } else {
        compareItems(path, recorded, answer);
      }
    } else if (!sameValue(recorded, answer)) {
      differ(path, recorded, answer);
    }
  }

  private void differ(String path, JsonValue recorded, JsonValue answer) {
    differences.add("%s: %s (expected: %s)".formatted(path, answer, recorded));
  }

  private boolean sameValue(JsonValue recorded, JsonValue answer) {
    if (recorded.isText()) {
      BigDecimal number = Bindings.number(recorded.asText());
      if (number != null) {
        return answer.isNumber() && answer.decimalValue().compareTo(number) == 0;
      }
      return answer.isText() && bindings.matches(recorded.asText(), answer.asText());
    }
    if (recorded.isNumber() && answer.isNumber()) {
      return recorded.decimalValue().compareTo(answer.decimalValue()) == 0;
    }
    return recorded.equals(answer);
  }

  private void compareMembers(String path, JsonValue recorded, JsonValue answer) {
    Set<String> left = new LinkedHashSet<>();
    left.addAll(answer.fieldNames());
    for (Map.Entry<String, JsonValue> each : recorded.properties()) {
      // Keys of {@code fieldsV1} may contain placeholders, too.
      String name = bindings.resolve(each.getKey());
      left.remove(name);
      compare(path + "." + name, each.getValue(), answer.path(name));
    }
    if (whole) {
      left.forEach(
          name ->
              differences.add(
                  "%s.%s: %s (expected: nothing)".formatted(path, name, answer.get(name))));
    }
  }

  private void compareItems(String path, JsonValue recorded, JsonValue answer) {
    if (recorded.size() != answer.size()) {
      differ(path, recorded, answer);
      return;
    }
    for (int i = 0; i < recorded.size(); i++) {
      compare(path + "[" + i + "]", recorded.path(i), answer.path(i));
    }
  }

  private void compareManagers(String path, JsonValue recorded, JsonValue answer) {
    if (recorded.size() != answer.size()) {
      differ(path, recorded, answer);
      return;
    }
    for (JsonValue each : recorded) {
      JsonValue same = JsonValue.MISSING;
      for (JsonValue candidate : answer) {
        if (manager(candidate).equals(manager(each))) {
          same = candidate;
        }
      }
      compare(path + manager(each), each, same);
    }
  }

  private static List<String> manager(JsonValue entry) {
    return MANAGER.stream().map(member -> entry.path(member).asText()).toList();
  }
}
