package io.listwatch.server.auth.rbac;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Optional;

/**
 * Adds missing permissions or subjects to a bootstrap role or binding, as kube-apiserver does at
 * each start. Permissions and subjects that an administrator added stay. An object whose annotation
 * {@code autoupdate} is {@code false} stays unchanged.
 */
public final class BootstrapUpdate {
  private BootstrapUpdate() {}

  /**
   * Returns the changed object; empty if it needs no change.
   *
   * @param expected one of {@link BootstrapPolicy#load}
   */
  public static Optional<JsonObject> of(JsonObject expected, JsonObject existing) {
    JsonValue annotation = existing.at("/metadata/annotations").path(BootstrapPolicy.AUTO_UPDATE);
    if (annotation.asText().equals("false")) {
      return Optional.empty();
    }
    JsonObject updated = existing.deepCopy();
    boolean changed = addStrings(expected, updated, "labels");
    changed |= addStrings(expected, updated, "annotations");
    changed |= addRules(expected, updated);
    changed |= addMissing(expected.path("subjects"), updated, "subjects");
    if (expected.get("aggregationRule") instanceof JsonObject rule) {
      JsonObject aggregation =
          updated.get("aggregationRule") instanceof JsonObject present
              ? present
              : updated.putObject("aggregationRule");
      changed |= addMissing(rule.path("clusterRoleSelectors"), aggregation, "clusterRoleSelectors");
    }
    return changed ? Optional.of(updated) : Optional.empty();
  }

  /** True if a binding refers to another role. A role reference cannot be changed. */
  public static boolean refersToAnotherRole(JsonObject expected, JsonObject existing) {
    return !expected.path("roleRef").equals(existing.path("roleRef"));
  }

  private static boolean addStrings(JsonObject expected, JsonObject updated, String member) {
    JsonObject metadata = (JsonObject) updated.path("metadata");
    JsonObject strings =
        metadata.get(member) instanceof JsonObject present ? present : metadata.putObject(member);
    boolean changed = false;
    for (var each : ((JsonObject) expected.at("/metadata/" + member)).properties()) {
      if (!strings.has(each.getKey())) {
        strings.set(each.getKey(), each.getValue());
        changed = true;
      }
    }
    return changed;
  }

  /** Adds the permissions that no existing rule covers, each as a rule of its own. */
  private static boolean addRules(JsonObject expected, JsonObject updated) {
    List<PolicyRule> existing = PolicyRule.listOf(updated.path("rules"));
    List<PolicyRule> missing =
        PolicyRule.listOf(expected.path("rules")).stream()
            .flatMap(each -> each.parts().stream())
            .filter(part -> existing.stream().noneMatch(rule -> rule.covers(part)))
            .toList();
    missing.forEach(each -> each.write(updated.withArray("rules").addObject()));
    return !missing.isEmpty();
  }

  private static boolean addMissing(JsonValue expected, JsonObject updated, String member) {
    boolean changed = false;
    for (JsonValue each : expected) {
      JsonArray present = updated.withArray(member);
      boolean found = false;
      for (JsonValue one : present) {
        found |= one.equals(each);
      }
      if (!found) {
        present.add(each);
        changed = true;
      }
    }
    return changed;
  }
}
