package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reduces the body of a response to the part that a recording keeps. */
final class Shown {
  private static final int LONG_BODY = 128 * 1024;

  private final Bindings bindings;

  Shown(Bindings bindings) {
    this.bindings = bindings;
  }

  /** Returns the body as the step records it, with decoded continue tokens. */
  JsonValue of(Step step, WireResponse answer) {
    if (step.wire().show().startsWith(ShownOpenApi.PREFIX)) {
      return ShownOpenApi.of(step.wire().show(), answer);
    }
    JsonValue body = answer.body();
    decodeToken(body, step.answer().at("/metadata/continue").isText());
    return switch (step.wire().show()) {
      case "" -> body;
      case "names" -> names((JsonObject) body);
      case "size" -> size(answer);
      case "paths" -> paths(body, step.answer());
      case "resources" -> resources((JsonObject) body, step.answer());
      case "resource names" -> resourceNames(body);
      case "sorted rules" -> sortedRules((JsonObject) body);
      default -> throw new IllegalArgumentException("show: " + step.wire().show());
    };
  }

  /** Returns the values at the recorded paths, such as {@code spec.containers.0.resources}. */
  private static JsonValue paths(JsonValue object, JsonValue recorded) {
    JsonObject shown = new JsonObject();
    for (String path : recorded.fieldNames()) {
      String pointer = path.equals("name") ? "/metadata/name" : "/" + path.replace('.', '/');
      JsonValue value = object.at(pointer);
      shown.set(path, value.isMissing() ? JsonValue.NULL : value);
    }
    return shown;
  }

  /** Replaces the items of a list by their names. */
  private static JsonValue names(JsonObject list) {
    if (!list.has("items")) {
      return list;
    }
    JsonArray names = new JsonArray();
    list.path("items").forEach(item -> names.add(item.path("metadata").path("name")));
    list.set("items", names);
    return list;
  }

  private static JsonValue size(WireResponse answer) {
    return new JsonObject()
        .put("bytes", answer.text().length() > LONG_BODY ? "over 128 KiB" : "under")
        .put("json", !answer.body().has("$text"))
        .put(
            "smaller on the wire",
            answer.wireLength() < answer.text().getBytes(StandardCharsets.UTF_8).length);
  }

  /** Returns the recorded resources, sorted, with the names of those that have a hash. */
  private static JsonValue resources(JsonObject list, JsonValue recorded) {
    Set<String> kept = new TreeSet<>();
    recorded.path("resources").forEach(each -> kept.add(each.path("name").asText()));
    var resources = new TreeMap<String, JsonValue>(Comparator.naturalOrder());
    JsonArray hashes = new JsonArray();
    for (JsonValue each : list.path("resources")) {
      String name = each.path("name").asText();
      if (kept.contains(name)) {
        resources.put(name, each);
      }
    }
    resources.forEach(
        (name, each) -> {
          if (((JsonObject) each).remove("storageVersionHash") != null) {
            hashes.add(name);
          }
        });
    list.set("resources", new JsonArray().addAll(resources.values()));
    list.set("hashes", hashes);
    return list;
  }

  /** Sorts the rules of a SelfSubjectRulesReview, whose order does not matter. */
  private static JsonValue sortedRules(JsonObject review) {
    JsonObject status = review.withObject("status");
    for (String member : List.of("resourceRules", "nonResourceRules")) {
      var rules = new ArrayList<JsonValue>();
      status.path(member).forEach(rules::add);
      rules.sort(
          Comparator.comparing(rule -> "" + rule.path("apiGroups") + rule.path("nonResourceURLs")));
      status.set(member, new JsonArray().addAll(rules));
    }
    return review;
  }

  private static JsonValue resourceNames(JsonValue list) {
    Set<String> names = new TreeSet<>();
    list.path("resources").forEach(each -> names.add(each.path("name").asText()));
    JsonArray sorted = new JsonArray();
    names.forEach(sorted::add);
    return sorted;
  }

  /**
   * Binds a continue token for the request that uses it, and replaces it in the list by its
   * content.
   *
   * @param keep true to leave the token in the list, if the recording has a string instead of the
   *     content
   */
  private void decodeToken(JsonValue list, boolean keep) {
    String token = list.path("metadata").path("continue").asText();
    if (token.isEmpty()) {
      return;
    }
    var content = (JsonObject) JsonTrees.read(Base64.getUrlDecoder().decode(token));
    String start = content.path("start").asText();
    bindings.bind("continue:" + start.replace("\0", ""), token);
    if (keep) {
      return;
    }
    content.put("rv", content.path("rv").asText());
    JsonObject told = new JsonObject();
    told.set("$continue", content);
    told.put("padded", token.endsWith("="));
    ((JsonObject) list.path("metadata")).set("continue", told);
  }
}
