package io.listwatch.server.controllers;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The kinds against which a policy is type-checked: those that its rules name. Rules with a
 * wildcard for groups or versions name none, nor do subresources.
 */
final class MatchedKinds {
  /** The maximum number of kinds; later rules are ignored. */
  private static final int MAX_KINDS = 10;

  private static final Comparator<ResourceDefinition> BY_KIND =
      Comparator.comparing(
          ResourceDefinition::type,
          Comparator.comparing(ResourceType::group)
              .thenComparing(ResourceType::version)
              .thenComparing(ResourceType::kind));

  private MatchedKinds() {}

  /** Returns the kinds sorted by group, version and kind. */
  static Collection<ResourceDefinition> of(JsonValue spec, List<ResourceDefinition> definitions) {
    var kinds = new TreeSet<ResourceDefinition>(BY_KIND);
    for (JsonValue rule : spec.path("matchConstraints").path("resourceRules")) {
      List<ResourceDefinition> named = named(rule, definitions);
      kinds.addAll(named.subList(0, Math.min(MAX_KINDS, named.size())));
      if (named.size() >= MAX_KINDS) {
        break;
      }
    }
    return kinds;
  }

  private static List<ResourceDefinition> named(
      JsonValue rule, List<ResourceDefinition> definitions) {
    List<String> groups = sorted(rule.path("apiGroups"));
    List<String> versions = sorted(rule.path("apiVersions"));
    var named = new ArrayList<ResourceDefinition>();
    if (hasWildcard(groups) || hasWildcard(versions)) {
      return named;
    }
    for (String group : groups) {
      for (String version : versions) {
        for (String resource : sorted(rule.path("resources"))) {
          definitions.stream()
              .filter(each -> isNamed(each.type(), group, version, resource))
              .forEach(named::add);
        }
      }
    }
    return named;
  }

  private static boolean isNamed(ResourceType type, String group, String version, String resource) {
    return type.plural().equals(resource)
        && type.version().equals(version)
        && type.group().equals(group);
  }

  private static boolean hasWildcard(List<String> names) {
    return names.stream().anyMatch(name -> name.contains("*"));
  }

  private static List<String> sorted(JsonValue names) {
    var all = new ArrayList<String>();
    names.forEach(name -> all.add(name.asText()));
    all.sort(Comparator.naturalOrder());
    return all;
  }

  /** Returns the kind as Kubernetes' messages name it: {@code apps/v1, Kind=Deployment}. */
  static String describe(ResourceDefinition definition) {
    ResourceType type = definition.type();
    return "%s/%s, Kind=%s".formatted(type.group(), type.version(), type.kind());
  }
}
