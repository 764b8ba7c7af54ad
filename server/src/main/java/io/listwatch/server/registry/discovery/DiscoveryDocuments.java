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
 * The discovery documents of all paths, in both forms: one document for each group and version, and
 * the aggregated documents.
 *
 * <p>Thread-safe. A document is created on first use, and again after the registry has changed.
 */
public final class DiscoveryDocuments {
  private final ResourceRegistry registry;
  private final Supplier<String> serverAddress;
  private volatile Snapshot snapshot;

  /**
   * Creates the discovery documents of a registry.
   *
   * @param serverAddress returns the address at which clients reach this server, such as {@code
   *     10.0.0.1:6443}; not called before a client requests {@code /api}
   */
  public DiscoveryDocuments(ResourceRegistry registry, Supplier<String> serverAddress) {
    this.registry = registry;
    this.serverAddress = serverAddress;
    this.snapshot = new Snapshot(registry.served());
  }

  /** Returns the document of {@code /api}. */
  public DiscoveryDocument coreVersions() {
    Snapshot now = current();
    return now.get(
        "/api", () -> GroupDocuments.coreVersions(core(now.served), serverAddress.get()));
  }

  /** Returns the document of {@code /apis}. */
  public DiscoveryDocument groups() {
    Snapshot now = current();
    return now.get("/apis", () -> GroupDocuments.groups(named(now.served)));
  }

  /** Returns the document of {@code /apis/group}; empty if there is no such group. */
  public Optional<DiscoveryDocument> group(String name) {
    Snapshot now = current();
    return named(now.served).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .map(each -> now.get("/apis/" + name, () -> GroupDocuments.group(each)));
  }

  /**
   * Returns the document of {@code /apis/group/version}, or of {@code /api/version} for the core
   * group, whose name is empty. Empty if nothing is served in that group and version.
   */
  public Optional<DiscoveryDocument> resources(String group, String version) {
    Snapshot now = current();
    if (!now.served.serves(group, version)) {
      return Optional.empty();
    }
    return Optional.of(
        now.get(
            "/" + group + "/" + version,
            () -> new ResourceDocument(now.served).of(group, version)));
  }

  /** True if a built-in resource is in this group. */
  public boolean hasBuiltIn(String group) {
    return registry.hasBuiltIn(group);
  }

  /** Returns the paths of the documents of all groups and versions. */
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

  /** Returns the aggregated document of {@code /api}. */
  public DiscoveryDocument aggregatedCore() {
    Snapshot now = current();
    return now.get(
        "aggregated /api", () -> new AggregatedDocument(now.served).of(core(now.served)));
  }

  /** Returns the aggregated document of {@code /apis}. */
  public DiscoveryDocument aggregatedGroups() {
    Snapshot now = current();
    return now.get(
        "aggregated /apis", () -> new AggregatedDocument(now.served).of(named(now.served)));
  }

  private static List<ApiGroup> core(ServedResources served) {
    return served.groups().stream().filter(each -> each.name().isEmpty()).toList();
  }

  private static List<ApiGroup> named(ServedResources served) {
    return served.groups().stream().filter(each -> !each.name().isEmpty()).toList();
  }

  private Snapshot current() {
    ServedResources served = registry.served();
    Snapshot known = snapshot;
    if (known.served != served) {
      known = new Snapshot(served);
      snapshot = known;
    }
    return known;
  }

  /** The documents for one state of the registry. */
  private static final class Snapshot {
    private final ServedResources served;
    private final Map<String, DiscoveryDocument> documents = new ConcurrentHashMap<>();

    private Snapshot(ServedResources served) {
      this.served = served;
    }

    /** Two threads may create the same document concurrently; the first one is kept. */
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
