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
 * What is served at one moment, in the order of discovery: the core group, the other groups that
 * are built in, and those that users have made, by the alphabet.
 *
 * <p>Immutable.
 */
public final class ServedResources {
  private static final Comparator<String> VERSIONS = new VersionOrder();

  /** Group, then version, then plural: a lookup makes nothing. */
  private final Map<String, Map<String, Map<String, ResourceDefinition>>> byPath;

  private final List<ApiGroup> groups;
  private final List<ResourceDefinition> definitions;

  /** Of two resources with the same path, the one that is built in is served. */
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

  /** The resource that a path names. */
  public Optional<ResourceDefinition> find(String group, String version, String plural) {
    return Optional.ofNullable(versions(group).getOrDefault(version, Map.of()).get(plural));
  }

  /** Whether anything is served in this version of the group. */
  public boolean serves(String group, String version) {
    return versions(group).containsKey(version);
  }

  public List<ApiGroup> groups() {
    return groups;
  }

  /** What is served in this version of the group; empty if there is nothing. */
  public List<ResourceDefinition> in(String group, String version) {
    return List.copyOf(versions(group).getOrDefault(version, Map.of()).values());
  }

  public List<ResourceDefinition> definitions() {
    return definitions;
  }
}
