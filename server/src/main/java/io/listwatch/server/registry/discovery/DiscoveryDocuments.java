package io.listwatch.server.registry.discovery;

import io.listwatch.server.registry.ApiGroup;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ServedResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The documents of discovery, one for each path, in two forms: a document for each group and
 * version, and the aggregated ones that say everything at once.
 *
 * <p>Thread-safe. A document is made when it is first asked for, and again after the registry has
 * changed.
 */
public final class DiscoveryDocuments {
  private final ResourceRegistry registry;
  private final Supplier<String> serverAddress;
  private volatile Made made;

  /**
   * Of the resources of a registry.
   *
   * @param serverAddress where clients reach this server, as in {@code 10.0.0.1:6443}; not asked
   *     before a client asks
   */
  public DiscoveryDocuments(ResourceRegistry registry, Supplier<String> serverAddress) {
    this.registry = registry;
    this.serverAddress = serverAddress;
    this.made = new Made(registry.served());
  }

  /** {@code /api} */
  public DiscoveryDocument coreVersions() {
    Made now = current();
    return now.get(
        "/api", () -> GroupDocuments.coreVersions(core(now.served), serverAddress.get()));
  }

  /** {@code /apis} */
  public DiscoveryDocument groups() {
    Made now = current();
    return now.get("/apis", () -> GroupDocuments.groups(named(now.served)));
  }

  /** {@code /apis/group}; empty if there is no such group. */
  public Optional<DiscoveryDocument> group(String name) {
    Made now = current();
    return named(now.served).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .map(each -> now.get("/apis/" + name, () -> GroupDocuments.group(each)));
  }

  /**
   * {@code /apis/group/version}, or {@code /api/version} for the core group, whose name is empty;
   * empty if nothing is served there.
   */
  public Optional<DiscoveryDocument> resources(String group, String version) {
    Made now = current();
    if (!now.served.serves(group, version)) {
      return Optional.empty();
    }
    return Optional.of(
        now.get(
            "/" + group + "/" + version,
            () -> new ResourceDocument(now.served).of(group, version)));
  }

  /** Whether the server itself has resources in a group. */
  public boolean hasBuiltIn(String group) {
    return registry.hasBuiltIn(group);
  }

  /** Where documents about groups, and about what is served in their versions, are to be had. */
  public List<String> paths() {
    var paths = new ArrayList<String>();
    for (ApiGroup group : registry.served().groups()) {
      String place = group.name().isEmpty() ? "/api" : "/apis/" + group.name();
      if (!group.name().isEmpty()) {
        paths.add(place);
      }
      group.versions().forEach(version -> paths.add(place + "/" + version));
    }
    return paths;
  }

  /** {@code /api}, aggregated. */
  public DiscoveryDocument aggregatedCore() {
    Made now = current();
    return now.get(
        "aggregated /api", () -> new AggregatedDocument(now.served).of(core(now.served)));
  }

  /** {@code /apis}, aggregated. */
  public DiscoveryDocument aggregatedGroups() {
    Made now = current();
    return now.get(
        "aggregated /apis", () -> new AggregatedDocument(now.served).of(named(now.served)));
  }

  private static List<ApiGroup> core(ServedResources served) {
    return served.groups().stream().filter(each -> each.name().isEmpty()).toList();
  }

  private static List<ApiGroup> named(ServedResources served) {
    return served.groups().stream().filter(each -> !each.name().isEmpty()).toList();
  }

  private Made current() {
    ServedResources served = registry.served();
    Made known = made;
    if (known.served != served) {
      known = new Made(served);
      made = known;
    }
    return known;
  }

  /** The documents about one state of the registry. */
  private static final class Made {
    private final ServedResources served;
    private final Map<String, DiscoveryDocument> documents = new ConcurrentHashMap<>();

    private Made(ServedResources served) {
      this.served = served;
    }

    /** Two who ask at the same time may both make it, and one is kept. */
    private DiscoveryDocument get(String path, Supplier<byte[]> maker) {
      DiscoveryDocument known = documents.get(path);
      if (known != null) {
        return known;
      }
      var fresh = new DiscoveryDocument(maker.get());
      DiscoveryDocument first = documents.putIfAbsent(path, fresh);
      return first == null ? fresh : first;
    }
  }
}
