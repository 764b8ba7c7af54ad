package io.listwatch.workloads.endpoints;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Distributes endpoints over slices so that few slices change: an endpoint stays in its slice, and
 * new ones fill slices that change anyway before one more slice.
 */
final class SlicePlan {
  static final int MAX_ENDPOINTS = 100;

  private final int max;
  private final List<Slice> wanted = new ArrayList<>();
  private final List<String> free = new ArrayList<>();

  private SlicePlan(int max) {
    this.max = max;
  }

  /**
   * A slice.
   *
   * @param name empty if it does not exist yet
   */
  record Slice(String name, List<EndpointPort> ports, List<Endpoint> endpoints) {
    Slice {
      ports = List.copyOf(ports);
      endpoints = List.copyOf(endpoints);
    }

    private Slice with(List<Endpoint> newEndpoints) {
      return new Slice(name, ports, newEndpoints);
    }

    private boolean fits(int more, int max) {
      return endpoints.size() + more <= max;
    }
  }

  /** Plans the slices of one address family. */
  static SlicePlan of(
      List<Slice> existing, Map<List<EndpointPort>, List<Endpoint>> groups, int max) {
    var plan = new SlicePlan(max);
    for (Slice slice : existing) {
      if (!groups.containsKey(slice.ports())) {
        plan.free.add(slice.name());
      }
    }
    groups.forEach((ports, endpoints) -> plan.place(existing, ports, endpoints));
    plan.reuseFree();
    return plan;
  }

  /** Returns the slices that are to exist, changed or not. */
  List<Slice> wanted() {
    return wanted;
  }

  /** Returns the names of slices that are to be deleted. */
  List<String> delete() {
    return free;
  }

  private void place(List<Slice> existing, List<EndpointPort> ports, List<Endpoint> endpoints) {
    var left = new ArrayList<>(endpoints);
    var unchanged = new ArrayList<Slice>();
    var changed = new ArrayList<Slice>();
    for (Slice slice : existing) {
      if (slice.ports().equals(ports)) {
        Slice kept = slice.with(keep(slice, left));
        if (kept.endpoints().isEmpty()) {
          free.add(slice.name());
        } else {
          (kept.equals(slice) ? unchanged : changed).add(kept);
        }
      }
    }
    changed.sort(Comparator.comparingInt((Slice slice) -> slice.endpoints().size()).reversed());
    changed.replaceAll(slice -> fill(slice, left));
    wanted.addAll(changed);
    addRest(ports, left, unchanged);
    wanted.addAll(unchanged);
  }

  /** Takes the endpoints of a slice from {@code left}, in their present condition. */
  private static List<Endpoint> keep(Slice slice, List<Endpoint> left) {
    var kept = new ArrayList<Endpoint>();
    for (Endpoint endpoint : slice.endpoints()) {
      Optional<Endpoint> now = left.stream().filter(endpoint::sameAs).findFirst();
      now.ifPresent(
          found -> {
            kept.add(found);
            left.remove(found);
          });
    }
    return kept;
  }

  private Slice fill(Slice slice, List<Endpoint> left) {
    var endpoints = new ArrayList<>(slice.endpoints());
    List<Endpoint> added =
        left.subList(0, Math.min(left.size(), Math.max(0, max - endpoints.size())));
    endpoints.addAll(added);
    added.clear();
    return slice.with(endpoints);
  }

  /**
   * Fills new slices until the rest fits into an existing slice, and then takes the fullest of
   * those.
   */
  private void addRest(List<EndpointPort> ports, List<Endpoint> left, List<Slice> unchanged) {
    while (!left.isEmpty()) {
      int rest = left.size();
      Optional<Slice> best =
          unchanged.stream()
              .filter(slice -> rest < max && slice.fits(rest, max))
              .max(Comparator.comparingInt(slice -> slice.endpoints().size()));
      best.ifPresent(unchanged::remove);
      wanted.add(fill(best.orElseGet(() -> new Slice("", ports, List.of())), left));
    }
  }

  /** Gives new slices the names of slices that would be deleted. Keeps one slice at least. */
  private void reuseFree() {
    if (wanted.isEmpty()) {
      wanted.add(new Slice("", List.of(), List.of()));
    }
    wanted.replaceAll(
        slice ->
            slice.name().isEmpty() && !free.isEmpty()
                ? new Slice(free.remove(0), slice.ports(), slice.endpoints())
                : slice);
  }
}
