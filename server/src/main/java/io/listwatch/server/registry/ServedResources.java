package io.listwatch.server.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The resources that are served at one moment, in the order of discovery: the core group, the other
 * built-in groups, then the groups of custom resources in alphabetical order.
 *
 * <p>Immutable.
 */
public final class ServedResources {
  private static final Comparator<String> VERSIONS = new VersionOrder();

  /** By group, version and plural, so that a lookup allocates nothing. */
  private final Map<String, Map<String, Map<String, ResourceDefinition>>> byPath;

  private final List<ApiGroup> groups;
  private final List<ResourceDefinition> definitions;

  /** If a built-in and a custom resource have the same path, the built-in one is served. */
  ServedResources(List<ResourceDefinition> builtIn, Collection<ResourceDefinition> custom) {
    var all = new ArrayList<>(builtIn);
    custom.stream().sorted(Comparator.comparing(each -> each.type().plural())).forEach(all::add);
    byPath = index(all);
    groups = order(builtIn, custom).stream().map(this::group).toList();
    definitions =
        groups.stream()
            .flatMap(group -> group.versions().stream().map(version -> in(group.name(), version)))
            .flatMap(List::stream)
            .toList();
  }

  private static Map<String, Map<String, Map<String, ResourceDefinition>>> index(
      List<ResourceDefinition> all) {
    var groups = new HashMap<String, Map<String, Map<String, ResourceDefinition>>>();
    all.stream()
        .sorted(Comparator.comparing(each -> each.type().version(), VERSIONS))
        .forEach(
            each ->
                groups
                    .computeIfAbsent(each.type().group(), absent -> new LinkedHashMap<>())
                    .computeIfAbsent(each.type().version(), absent -> new LinkedHashMap<>())
                    .putIfAbsent(each.type().plural(), each));
    return groups;
  }

  private static Collection<String> order(
      List<ResourceDefinition> builtIn, Collection<ResourceDefinition> custom) {
    var order = new LinkedHashSet<String>();
    builtIn.forEach(each -> order.add(each.type().group()));
    custom.stream().map(each -> each.type().group()).sorted().forEach(order::add);
    return order;
  }

  private ApiGroup group(String name) {
    return new ApiGroup(name, List.copyOf(versions(name).keySet()));
  }

  private Map<String, Map<String, ResourceDefinition>> versions(String group) {
    return byPath.getOrDefault(group, Map.of());
  }

  /** Returns the resource of a path; empty if it is not served. */
  public Optional<ResourceDefinition> find(String group, String version, String plural) {
    return Optional.ofNullable(versions(group).getOrDefault(version, Map.of()).get(plural));
  }

  /** True if any resource is served in this version of the group. */
  public boolean serves(String group, String version) {
    return versions(group).containsKey(version);
  }

  public List<ApiGroup> groups() {
    return groups;
  }

  /** Returns the resources of this version of the group; empty if there are none. */
  public List<ResourceDefinition> in(String group, String version) {
    return List.copyOf(versions(group).getOrDefault(version, Map.of()).values());
  }

  public List<ResourceDefinition> definitions() {
    return definitions;
  }
}
