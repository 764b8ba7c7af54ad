package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** The tolerations that a new pod gets. */
public final class Tolerations {
  private static final int DEFAULT_SECONDS = 300;
  private static final List<String> NODE_TAINTS =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
  private static final String NO_EXECUTE = "NoExecute";
  private static final String SECONDS = "tolerationSeconds";

  private Tolerations() {}

  /** Adds the default tolerations for nodes that are not ready or unreachable: 300 seconds. */
  public static void addDefaults(JsonObject spec) {
    NODE_TAINTS.forEach(taint -> addDefaults(spec, taint));
  }

  private static void addDefaults(JsonObject spec, String taint) {
    JsonArray tolerations = spec.withArray("tolerations");
    for (JsonValue each : tolerations) {
      String key = text(each, "key");
      String effect = text(each, "effect");
      if ((key.isEmpty() || key.equals(taint)) && (effect.isEmpty() || effect.equals(NO_EXECUTE))) {
        return;
      }
    }
    tolerations
        .addObject()
        .put("key", taint)
        .put("operator", "Exists")
        .put("effect", NO_EXECUTE)
        .put(SECONDS, DEFAULT_SECONDS);
  }

  /** Adds tolerations, except those that another one covers. */
  static void merge(JsonObject spec, JsonValue more) {
    if (more.isEmpty()) {
      return;
    }
    var all = new ArrayList<JsonValue>();
    spec.path("tolerations").forEach(all::add);
    more.forEach(all::add);
    JsonArray merged = spec.putArray("tolerations");
    for (int i = 0; i < all.size(); i++) {
      if (!isCovered(all.get(i), merged, all.subList(i + 1, all.size()))) {
        merged.add(all.get(i).deepCopy());
      }
    }
  }

  private static boolean isCovered(JsonValue one, JsonArray before, List<JsonValue> after) {
    for (JsonValue each : before) {
      if (covers(each, one)) {
        return true;
      }
    }
    return after.stream().anyMatch(each -> !each.equals(one) && covers(each, one));
  }

  private static boolean covers(JsonValue wide, JsonValue narrow) {
    if (wide.equals(narrow)) {
      return true;
    }
    boolean any = text(wide, "operator").equals("Exists");
    boolean sameKey = text(wide, "key").equals(text(narrow, "key"));
    boolean everyKey = any && text(wide, "key").isEmpty();
    String effect = text(wide, "effect");
    if (!(sameKey || everyKey) || !(effect.isEmpty() || effect.equals(text(narrow, "effect")))) {
      return false;
    }
    boolean shorter =
        effect.equals(NO_EXECUTE)
            && wide.hasNonNull(SECONDS)
            && (!narrow.hasNonNull(SECONDS)
                || narrow.path(SECONDS).asLong() > wide.path(SECONDS).asLong());
    return !shorter && (any || sameValue(wide, narrow));
  }

  private static boolean sameValue(JsonValue wide, JsonValue narrow) {
    return text(narrow, "operator").equals("Equal")
        && text(wide, "value").equals(text(narrow, "value"));
  }

  private static String text(JsonValue toleration, String member) {
    return toleration.path(member).asText();
  }
}
