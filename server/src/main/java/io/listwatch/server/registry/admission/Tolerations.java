package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Compares and merges the tolerations of pods. */
final class Tolerations {
  private static final List<String> MEMBERS =
      List.of("key", "operator", "value", "effect", "tolerationSeconds");

  private Tolerations() {}

  /** True if an allowed toleration covers each toleration; an empty list allows all. */
  static boolean areAllowed(JsonValue tolerations, JsonValue allowed) {
    if (allowed.isEmpty()) {
      return true;
    }
    for (JsonValue each : tolerations) {
      boolean covered = false;
      for (JsonValue other : allowed) {
        covered |= covers(other, each);
      }
      if (!covered) {
        return false;
      }
    }
    return true;
  }

  /** Returns both lists without the tolerations that another one covers. */
  static JsonArray merged(JsonValue first, List<JsonValue> second) {
    List<JsonValue> all = new ArrayList<>();
    first.forEach(all::add);
    all.addAll(second);
    List<JsonValue> kept = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      JsonValue each = all.get(i);
      boolean redundant =
          kept.stream().anyMatch(other -> covers(other, each))
              || all.subList(i + 1, all.size()).stream()
                  .anyMatch(other -> !isSame(other, each) && covers(other, each));
      if (!redundant) {
        kept.add(each);
      }
    }
    var merged = new JsonArray();
    kept.forEach(each -> merged.add(copied(each)));
    return merged;
  }

  private static JsonObject copied(JsonValue toleration) {
    var copy = new JsonObject();
    for (String each : MEMBERS) {
      if (toleration.hasNonNull(each) && !toleration.path(each).asText("0").isEmpty()) {
        copy.set(each, toleration.path(each));
      }
    }
    return copy;
  }

  private static boolean isSame(JsonValue one, JsonValue other) {
    return copied(one).equals(copied(other));
  }

  /** True if a pod with the first toleration tolerates all that the second one does. */
  private static boolean covers(JsonValue wide, JsonValue narrow) {
    if (isSame(wide, narrow)) {
      return true;
    }
    String operator = text(wide, "operator");
    boolean anyKey = text(wide, "key").isEmpty() && operator.equals("Exists");
    boolean anyEffect = text(wide, "effect").isEmpty();
    if ((!anyKey && !text(wide, "key").equals(text(narrow, "key")))
        || (!anyEffect && !text(wide, "effect").equals(text(narrow, "effect")))
        || !coversSeconds(wide, narrow)) {
      return false;
    }
    return switch (operator) {
      case "", "Equal" ->
          text(narrow, "operator").equals("Equal")
              && text(wide, "value").equals(text(narrow, "value"));
      case "Exists" -> true;
      default -> false;
    };
  }

  private static boolean coversSeconds(JsonValue wide, JsonValue narrow) {
    JsonValue most = wide.path("tolerationSeconds");
    JsonValue wanted = narrow.path("tolerationSeconds");
    return !text(wide, "effect").equals("NoExecute")
        || !most.isNumber()
        || (wanted.isNumber() && wanted.longValue() <= most.longValue());
  }

  private static String text(JsonValue toleration, String member) {
    return toleration.path(member).asText();
  }
}
