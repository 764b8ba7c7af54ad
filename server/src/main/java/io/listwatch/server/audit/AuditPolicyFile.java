package io.listwatch.server.audit;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and validates the file of {@code --audit-policy-file}. */
final class AuditPolicyFile {
  private static final Logger log = LoggerFactory.getLogger(AuditPolicyFile.class);
  private static final Set<String> POLICY_FIELDS =
      Set.of("apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields");
  private static final Set<String> RULE_FIELDS =
      Set.of(
          "level",
          "users",
          "userGroups",
          "verbs",
          "resources",
          "namespaces",
          "nonResourceURLs",
          "omitStages",
          "omitManagedFields");
  private static final Set<String> RESOURCE_FIELDS = Set.of("group", "resources", "resourceNames");

  private final JsonValue policy;

  AuditPolicyFile(String text) {
    this.policy = tree(text);
    String version = policy.path("apiVersion").asText();
    String kind = policy.path("kind").asText();
    if (!version.equals("audit.k8s.io/v1") || !kind.equals("Policy")) {
      throw new IllegalArgumentException(
          "kind: %s of %s (expected: Policy of audit.k8s.io/v1)".formatted(kind, version));
    }
  }

  private static JsonValue tree(String text) {
    try {
      return JsonTrees.read(YamlText.toJson(text));
    } catch (MalformedYamlException | MalformedJsonException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
  }

  List<AuditRule> rules() {
    warnOfUnknown(policy, POLICY_FIELDS, "");
    EnumSet<AuditStage> omitted = stages(policy.path("omitStages"), "omitStages");
    boolean omitsManagedFields = policy.path("omitManagedFields").asBoolean();
    JsonValue rules = policy.path("rules");
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("rules: empty (expected: at least one rule)");
    }
    var all = new ArrayList<AuditRule>();
    for (JsonValue each : rules) {
      all.add(rule(each, "rules[" + all.size() + "]", omitted, omitsManagedFields));
    }
    return all;
  }

  /** kube-apiserver ignores unknown fields, too, and logs a warning. */
  private static void warnOfUnknown(JsonValue object, Set<String> known, String path) {
    for (String name : object.fieldNames()) {
      if (!known.contains(name)) {
        log.warn("the audit policy has an unknown field, which is ignored: {}{}", path, name);
      }
    }
  }

  private static AuditRule rule(
      JsonValue rule, String path, Set<AuditStage> everywhere, boolean omitsManagedFields) {
    warnOfUnknown(rule, RULE_FIELDS, path + ".");
    EnumSet<AuditStage> omitted = stages(rule.path("omitStages"), path + ".omitStages");
    omitted.addAll(everywhere);
    List<AuditRule.Resources> resources = resources(rule.path("resources"), path + ".resources");
    List<String> namespaces = strings(rule.path("namespaces"));
    List<String> paths = paths(rule.path("nonResourceURLs"), path + ".nonResourceURLs");
    if (!paths.isEmpty() && !(resources.isEmpty() && namespaces.isEmpty())) {
      throw new IllegalArgumentException(
          path
              + ".nonResourceURLs: rules cannot apply to both regular resources and non-resource"
              + " URLs");
    }
    return new AuditRule(
        new AuditDecision(
            level(rule.path("level").asText(), path + ".level"),
            omitted,
            rule.path("omitManagedFields").asBoolean(omitsManagedFields)),
        strings(rule.path("users")),
        strings(rule.path("userGroups")),
        strings(rule.path("verbs")),
        namespaces,
        resources,
        paths);
  }

  private static AuditLevel level(String word, String path) {
    if (word.isEmpty()) {
      throw new IllegalArgumentException(path + ": Required value");
    }
    return AuditLevel.named(word)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: %s (expected: None, Metadata, Request or RequestResponse)"
                        .formatted(path, word)));
  }

  private static EnumSet<AuditStage> stages(JsonValue words, String path) {
    EnumSet<AuditStage> stages = EnumSet.noneOf(AuditStage.class);
    for (JsonValue each : words) {
      stages.add(
          AuditStage.named(each.asText())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          ("%s: %s (allowed stages are"
                                  + " RequestReceived,ResponseStarted,ResponseComplete,Panic)")
                              .formatted(path, each.asText()))));
    }
    return stages;
  }

  private static List<String> paths(JsonValue urls, String path) {
    List<String> all = strings(urls);
    for (String each : all) {
      if (!each.equals("*") && !each.startsWith("/")) {
        throw new IllegalArgumentException(
            "%s: %s: non-resource URL rules must begin with a '/' character".formatted(path, each));
      }
      int star = each.indexOf('*');
      if (star >= 0 && star < each.length() - 1) {
        throw new IllegalArgumentException(
            "%s: %s: non-resource URL wildcards '*' must be the final character of the rule"
                .formatted(path, each));
      }
    }
    return all;
  }

  private static List<AuditRule.Resources> resources(JsonValue groups, String path) {
    var all = new ArrayList<AuditRule.Resources>();
    for (JsonValue each : groups) {
      warnOfUnknown(each, RESOURCE_FIELDS, path + "[" + all.size() + "].");
      var found =
          new AuditRule.Resources(
              each.path("group").asText(),
              strings(each.path("resources")),
              strings(each.path("resourceNames")));
      if (found.group().contains("/")) {
        throw new IllegalArgumentException(
            "%s.group: %s (expected: a group without its version)".formatted(path, found.group()));
      }
      if (!found.names().isEmpty() && found.plurals().isEmpty()) {
        throw new IllegalArgumentException(
            path + ".resourceNames: using resourceNames requires at least one resource");
      }
      all.add(found);
    }
    return all;
  }

  private static List<String> strings(JsonValue array) {
    var strings = new ArrayList<String>();
    array.forEach(each -> strings.add(each.asText()));
    return strings;
  }
}
