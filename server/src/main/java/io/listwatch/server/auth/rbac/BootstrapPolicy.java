package io.listwatch.server.auth.rbac;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the bootstrap roles and bindings from a table in the jar. */
public final class BootstrapPolicy {
  private static final String TABLE = "bootstrap-policy.txt";
  private static final String GROUP = "rbac.authorization.k8s.io";
  static final String AUTO_UPDATE = "rbac.authorization.kubernetes.io/autoupdate";

  private static final Map<String, String> KINDS =
      Map.of(
          "clusterrole", "ClusterRole",
          "role", "Role",
          "clusterrolebinding", "ClusterRoleBinding",
          "rolebinding", "RoleBinding");

  private static final Map<String, String> SUBJECTS =
      Map.of("user", "User", "group", "Group", "serviceaccount", "ServiceAccount");

  private BootstrapPolicy() {}

  /** Returns new copies of the objects: roles first. */
  public static List<JsonObject> load() {
    try (InputStream table = BootstrapPolicy.class.getResourceAsStream(TABLE)) {
      if (table == null) {
        throw new IllegalStateException(TABLE + ": not in the jar");
      }
      return parse(new String(table.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(TABLE, e);
    }
  }

  /** Returns the rules of a bootstrap ClusterRole. */
  public static List<PolicyRule> rules(String clusterRole) {
    return load().stream()
        .filter(each -> each.path("kind").asText().equals("ClusterRole"))
        .filter(each -> each.at("/metadata/name").asText().equals(clusterRole))
        .findFirst()
        .map(each -> PolicyRule.listOf(each.path("rules")))
        .orElseThrow();
  }

  static List<JsonObject> parse(String table) {
    var objects = new ArrayList<JsonObject>();
    JsonObject current = null;
    for (String line : table.lines().toList()) {
      String[] words = line.strip().split(" ", -1);
      if (line.startsWith("#")) {
        continue;
      }
      if (line.startsWith(" ")) {
        addTo(current, words);
      } else {
        current = object(words);
        objects.add(current);
      }
    }
    return objects;
  }

  private static JsonObject object(String[] words) {
    String kind = KINDS.get(words[0]);
    if (kind == null) {
      throw new IllegalStateException("%s: %s (expected: a kind)".formatted(TABLE, words[0]));
    }
    JsonObject object = new JsonObject();
    object.put("apiVersion", GROUP + "/v1").put("kind", kind);
    JsonObject metadata = object.putObject("metadata");
    int slash = words[1].indexOf('/');
    boolean namespaced = !kind.startsWith("Cluster");
    metadata.put("name", namespaced ? words[1].substring(slash + 1) : words[1]);
    if (namespaced) {
      metadata.put("namespace", words[1].substring(0, slash));
    }
    metadata.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
    metadata.putObject("annotations").put(AUTO_UPDATE, "true");
    if (words.length > 2) {
      String role = KINDS.getOrDefault(words[2], "");
      object.putObject("roleRef").put("apiGroup", GROUP).put("kind", role).put("name", words[3]);
    }
    return object;
  }

  private static void addTo(@Nullable JsonObject object, String[] words) {
    if (object == null) {
      throw new IllegalStateException(TABLE + ": begins with an indented line");
    }
    switch (words[0]) {
      case "allow" -> addRule(object, words);
      case "urls" -> {
        JsonObject rule = object.withArray("rules").addObject();
        strings(words[2], rule.putArray("nonResourceURLs"));
        strings(words[1], rule.putArray("verbs"));
      }
      case "label" -> {
        String[] label = words[1].split("=", 2);
        ((JsonObject) object.at("/metadata/labels")).put(label[0], label[1]);
      }
      case "aggregate" -> {
        String[] label = words[1].split("=", 2);
        JsonObject rule =
            object.get("aggregationRule") instanceof JsonObject present
                ? present
                : object.putObject("aggregationRule");
        rule.withArray("clusterRoleSelectors")
            .addObject()
            .putObject("matchLabels")
            .put(label[0], label[1]);
      }
      default -> addSubject(object, words);
    }
  }

  private static void addRule(JsonObject object, String[] words) {
    JsonObject rule = object.withArray("rules").addObject();
    JsonArray groups = rule.putArray("apiGroups");
    for (String each : words[2].split(",", -1)) {
      groups.add(each.equals("core") ? "" : each);
    }
    if (words.length > 4) {
      strings(words[4], rule.putArray("resourceNames"));
    }
    strings(words[3], rule.putArray("resources"));
    strings(words[1], rule.putArray("verbs"));
  }

  private static void addSubject(JsonObject object, String[] words) {
    String kind = SUBJECTS.get(words[0]);
    if (kind == null) {
      throw new IllegalStateException("%s: %s (expected: a subject)".formatted(TABLE, words[0]));
    }
    JsonObject subject = object.withArray("subjects").addObject();
    subject.put("kind", kind);
    if (kind.equals("ServiceAccount")) {
      int slash = words[1].indexOf('/');
      subject
          .put("name", words[1].substring(slash + 1))
          .put("namespace", words[1].substring(0, slash));
    } else {
      subject.put("apiGroup", GROUP).put("name", words[1]);
    }
  }

  private static void strings(String words, JsonArray into) {
    for (String each : words.split(",", -1)) {
      into.add(each);
    }
  }
}
