package io.listwatch.server.auth.rbac;

import io.listwatch.json.StringPool;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.AccessRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One rule of a Role or ClusterRole: verbs on resources of API groups, or verbs on non-resource
 * URLs.
 *
 * @param resourceNames empty if the rule covers objects of any name
 */
public record PolicyRule(
    List<String> verbs,
    List<String> apiGroups,
    List<String> resources,
    List<String> resourceNames,
    List<String> nonResourceUrls) {
  static final String ALL = "*";

  /** Rules that several roles have. */
  private static final ValuePool<PolicyRule> RULES = new ValuePool<>();

  /** Lists of verbs, groups and resources that several rules have. */
  private static final ValuePool<List<String>> LISTS = new ValuePool<>();

  public PolicyRule {
    verbs = List.copyOf(verbs);
    apiGroups = List.copyOf(apiGroups);
    resources = List.copyOf(resources);
    resourceNames = List.copyOf(resourceNames);
    nonResourceUrls = List.copyOf(nonResourceUrls);
  }

  /** Returns the rules of a role. Roles share equal rules, and rules share equal lists. */
  static List<PolicyRule> listOf(JsonValue rules) {
    var list = new ArrayList<PolicyRule>(rules.size());
    for (JsonValue each : rules) {
      var rule =
          new PolicyRule(
              strings(each.path("verbs")),
              strings(each.path("apiGroups")),
              strings(each.path("resources")),
              strings(each.path("resourceNames")),
              strings(each.path("nonResourceURLs")));
      list.add(RULES.get(rule));
    }
    return List.copyOf(list);
  }

  private static List<String> strings(JsonValue values) {
    if (values.isEmpty()) {
      return List.of();
    }
    var strings = new ArrayList<String>(values.size());
    values.forEach(each -> strings.add(StringPool.SHARED.get(each.asText())));
    return LISTS.get(List.copyOf(strings));
  }

  /** Writes the fields that are not empty. */
  void write(JsonObject into) {
    write(into, "apiGroups", apiGroups);
    write(into, "nonResourceURLs", nonResourceUrls);
    write(into, "resourceNames", resourceNames);
    write(into, "resources", resources);
    write(into, "verbs", verbs);
  }

  private static void write(JsonObject into, String field, List<String> values) {
    if (!values.isEmpty()) {
      values.forEach(into.putArray(field)::add);
    }
  }

  /** True if this rule alone allows the request. */
  public boolean allows(AccessRequest request) {
    return request.aboutResource()
        ? coversResource(request.resource(), request.subresource()) && allowsOnItsResources(request)
        : has(verbs, request.verb()) && coversUrl(request.path());
  }

  /** True if this rule alone allows a request about one of the rule's resources. */
  boolean allowsOnItsResources(AccessRequest request) {
    return has(verbs, request.verb()) && has(apiGroups, request.group()) && coversName(request);
  }

  private static boolean has(List<String> values, String wanted) {
    return values.contains(wanted) || values.contains(ALL);
  }

  /** A rule names a subresource with its resource, {@code pods/log}, or with a star for any. */
  private boolean coversResource(String resource, String subresource) {
    if (resources.contains(ALL)) {
      return true;
    }
    return subresource.isEmpty()
        ? resources.contains(resource)
        : resources.contains(resource + "/" + subresource)
            || resources.contains("*/" + subresource);
  }

  private boolean coversName(AccessRequest request) {
    return resourceNames.isEmpty()
        || (request.name() != null && resourceNames.contains(request.name()));
  }

  private boolean coversUrl(String url) {
    return nonResourceUrls.stream().anyMatch(each -> covers(each, url));
  }

  private static boolean covers(String pattern, String url) {
    return pattern.equals(url)
        || (pattern.endsWith(ALL) && url.startsWith(pattern.substring(0, pattern.length() - 1)));
  }

  /**
   * Returns equivalent rules that each have one verb on one resource with at most one name, or one
   * verb on one URL.
   */
  List<PolicyRule> parts() {
    var parts = new ArrayList<PolicyRule>();
    for (String group : apiGroups) {
      for (String resource : resources) {
        for (String verb : verbs) {
          if (resourceNames.isEmpty()) {
            parts.add(onResource(verb, group, resource, List.of()));
          }
          for (String name : resourceNames) {
            parts.add(onResource(verb, group, resource, List.of(name)));
          }
        }
      }
    }
    for (String url : nonResourceUrls) {
      for (String verb : verbs) {
        parts.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(url)));
      }
    }
    return parts;
  }

  private static PolicyRule onResource(
      String verb, String group, String resource, List<String> names) {
    return new PolicyRule(List.of(verb), List.of(group), List.of(resource), names, List.of());
  }

  /** True if this rule alone allows everything that a {@linkplain #parts() part} allows. */
  boolean covers(PolicyRule part) {
    return coversAll(verbs, part.verbs)
        && coversAll(apiGroups, part.apiGroups)
        && part.resources.stream().allMatch(this::coversPartResource)
        && part.nonResourceUrls.stream().allMatch(this::coversUrl)
        && (resourceNames.isEmpty()
            || (!part.resourceNames.isEmpty() && resourceNames.containsAll(part.resourceNames)));
  }

  private static boolean coversAll(List<String> values, List<String> wanted) {
    return values.contains(ALL) || values.containsAll(wanted);
  }

  private boolean coversPartResource(String resource) {
    int slash = resource.indexOf('/');
    return resources.contains(ALL)
        || resources.contains(resource)
        || (slash >= 0 && resources.contains("*" + resource.substring(slash)));
  }

  /** True if this rule is about one resource of one group with at most one name. */
  boolean isSimple() {
    return nonResourceUrls.isEmpty()
        && apiGroups.size() == 1
        && resources.size() == 1
        && resourceNames.size() <= 1;
  }

  /** Formats the rule as kube-apiserver's messages do. */
  @Override
  public String toString() {
    var parts = new ArrayList<String>();
    describe("APIGroups", apiGroups, parts);
    describe("Resources", resources, parts);
    describe("NonResourceURLs", nonResourceUrls, parts);
    describe("ResourceNames", resourceNames, parts);
    describe("Verbs", verbs, parts);
    return parts.stream().collect(Collectors.joining(", ", "{", "}"));
  }

  private static void describe(String field, List<String> values, List<String> into) {
    if (!values.isEmpty()) {
      into.add(field + ":" + quoted(values));
    }
  }

  /** Formats strings as Go's {@code %q} does. */
  static String quoted(List<String> values) {
    return values.stream().map(Quotation::of).collect(Collectors.joining(" ", "[", "]"));
  }
}
