package io.listwatch.server.registry;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The served resources: built-in ones and custom resources.
 *
 * <p>Thread-safe: readers see an immutable state that is replaced as a whole. No other lock is
 * taken while its lock is held.
 */
public final class ResourceRegistry {
  private final List<ResourceDefinition> builtIn;
  private final List<RegistryListener> listeners = new CopyOnWriteArrayList<>();
  private final Object lock = new Object();

  /** Custom resources by the name of their CustomResourceDefinition. */
  @GuardedBy("lock")
  private final Map<String, List<ResourceDefinition>> custom = new TreeMap<>();

  /** Written under the lock. */
  private volatile ServedResources served;

  public ResourceRegistry(List<ResourceDefinition> builtIn) {
    this.builtIn = List.copyOf(builtIn);
    this.served = new ServedResources(builtIn, List.of());
  }

  /** True if a built-in resource is in this group. */
  public boolean hasBuiltIn(String group) {
    return definitions().stream()
        .anyMatch(each -> !each.custom() && each.type().group().equals(group));
  }

  /** Returns the resources that are served now. Every change makes a new instance. */
  public ServedResources served() {
    return served;
  }

  /** Returns the resource of a path; empty if it is not served. */
  public Optional<ResourceDefinition> find(String group, String version, String plural) {
    return served.find(group, version, plural);
  }

  /** True if any resource is served in this version of the group. */
  public boolean serves(String group, String version) {
    return served.serves(group, version);
  }

  /** Returns all served resources, in the order of discovery. */
  public List<ResourceDefinition> definitions() {
    return served.definitions();
  }

  public void addListener(RegistryListener listener) {
    listeners.add(listener);
  }

  /**
   * Serves a custom resource, in place of the earlier definitions of that name.
   *
   * @param name of the CustomResourceDefinition, such as {@code widgets.example.com}
   * @param definitions one for each version; empty to stop serving the resource
   */
  public void define(String name, List<ResourceDefinition> definitions) {
    defineAll(Map.of(name, definitions));
  }

  /** Like {@link #define} for several names, as one change. */
  public void defineAll(Map<String, List<ResourceDefinition>> byName) {
    ServedResources before;
    ServedResources after;
    synchronized (lock) {
      if (!changeLocked(byName)) {
        return;
      }
      before = served;
      after = new ServedResources(builtIn, flat(custom.values()));
      served = after;
    }
    List<ResourceDefinition> ended =
        before.definitions().stream().filter(each -> hasEnded(each, after)).toList();
    listeners.forEach(each -> each.changed(ended));
  }

  /** Returns true if anything changed. */
  @GuardedBy("lock")
  private boolean changeLocked(Map<String, List<ResourceDefinition>> byName) {
    boolean changed = false;
    for (var each : byName.entrySet()) {
      List<ResourceDefinition> old =
          each.getValue().isEmpty()
              ? custom.remove(each.getKey())
              : custom.put(each.getKey(), List.copyOf(each.getValue()));
      changed |= !each.getValue().equals(old == null ? List.of() : old);
    }
    return changed;
  }

  private static Collection<ResourceDefinition> flat(Collection<List<ResourceDefinition>> lists) {
    var all = new ArrayList<ResourceDefinition>();
    lists.forEach(all::addAll);
    return all;
  }

  private static boolean hasEnded(ResourceDefinition old, ServedResources now) {
    return now.find(old.type().group(), old.type().version(), old.type().plural())
        .filter(each -> each.withVerbs(old.verbs()).equals(old))
        .isEmpty();
  }
}
