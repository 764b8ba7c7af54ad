package io.listwatch.server.registry.admission;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** The {@code rules} of a webhook, or the {@code resourceRules} of a policy. Immutable. */
public final class ResourceRules {
  private final List<Rule> rules = new ArrayList<>();

  private ResourceRules(JsonValue rules) {
    for (JsonValue each : rules) {
      this.rules.add(
          new Rule(
              strings(each.path("operations")),
              strings(each.path("apiGroups")),
              strings(each.path("apiVersions")),
              strings(each.path("resources")),
              strings(each.path("resourceNames")),
              each.path("scope").asText()));
    }
  }

  public static ResourceRules of(JsonValue rules) {
    return new ResourceRules(rules);
  }

  private static List<String> strings(JsonValue array) {
    var strings = new ArrayList<String>();
    array.forEach(each -> strings.add(each.asText()));
    return List.copyOf(strings);
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /**
   * True if a rule matches the request.
   *
   * @param type of the request, or an equivalent one
   */
  public boolean matches(AdmissionRequest request, ResourceType type) {
    return rules.stream().anyMatch(rule -> rule.matches(request, type));
  }

  private record Rule(
      List<String> operations,
      List<String> groups,
      List<String> versions,
      List<String> resources,
      List<String> names,
      String scope) {
    boolean matches(AdmissionRequest request, ResourceType type) {
      return matchesScope(request)
          && includes(operations, request.operation().name())
          && includes(groups, type.group())
          && includes(versions, type.version())
          && matchesResource(type.plural(), request.subresource())
          && (names.isEmpty() || names.contains(request.name()));
    }

    /** Namespaces are cluster-scoped, although their requests have a namespace. */
    private boolean matchesScope(AdmissionRequest request) {
      boolean cluster = request.isAboutNamespace() || request.namespace().isEmpty();
      return switch (scope) {
        case "Namespaced" -> !cluster;
        case "Cluster" -> cluster;
        default -> true;
      };
    }

    private static boolean includes(List<String> values, String value) {
      return values.contains("*") || values.contains(value);
    }

    private boolean matchesResource(String plural, String subresource) {
      for (String each : resources) {
        int slash = each.indexOf('/');
        String resource = slash < 0 ? each : each.substring(0, slash);
        String below = slash < 0 ? "" : each.substring(slash + 1);
        if ((resource.equals("*") || resource.equals(plural))
            && (below.equals("*") || below.equals(subresource))) {
          return true;
        }
      }
      return false;
    }
  }
}
