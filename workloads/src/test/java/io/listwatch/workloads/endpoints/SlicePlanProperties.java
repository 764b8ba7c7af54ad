package io.listwatch.workloads.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.endpoints.SlicePlan.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SlicePlanProperties {
  private static final int MAX = 3;
  private static final List<EndpointPort> HTTP = List.of(new EndpointPort("http", 80, "TCP", null));
  private static final List<EndpointPort> OTHER =
      List.of(new EndpointPort("http", 8080, "TCP", null));

  @Property(tries = 1000)
  void everyEndpointIsInExactlyOneSlice(
      @ForAll @Size(max = 12) Set<@IntRange(max = 15) Integer> before,
      @ForAll @Size(max = 12) Set<@IntRange(max = 15) Integer> after) {
    SlicePlan first = SlicePlan.of(List.of(), group(before), MAX);
    List<Slice> existing = named(first.wanted());

    SlicePlan plan = SlicePlan.of(existing, group(after), MAX);

    List<Endpoint> placed =
        plan.wanted().stream().flatMap(slice -> slice.endpoints().stream()).toList();
    assertThat(placed).containsExactlyInAnyOrderElementsOf(endpoints(after));
    assertThat(plan.wanted()).isNotEmpty().allMatch(slice -> slice.endpoints().size() <= MAX);
  }

  @Property(tries = 500)
  void sameEndpointsChangeNothing(@ForAll @Size(max = 12) Set<@IntRange(max = 15) Integer> pods) {
    List<Slice> existing = named(SlicePlan.of(List.of(), group(pods), MAX).wanted());

    SlicePlan plan = SlicePlan.of(existing, group(pods), MAX);

    assertThat(plan.wanted()).containsExactlyInAnyOrderElementsOf(existing);
    assertThat(plan.delete()).isEmpty();
  }

  @Property(tries = 500)
  void endpointStaysInItsSlice(
      @ForAll @Size(max = 12) Set<@IntRange(max = 15) Integer> before,
      @ForAll @Size(max = 12) Set<@IntRange(max = 15) Integer> after) {
    List<Slice> existing = named(SlicePlan.of(List.of(), group(before), MAX).wanted());

    SlicePlan plan = SlicePlan.of(existing, group(after), MAX);

    for (Slice slice : existing) {
      List<Endpoint> kept = slice.endpoints().stream().filter(endpoints(after)::contains).toList();
      if (!kept.isEmpty()) {
        assertThat(plan.wanted())
            .filteredOn(wanted -> wanted.name().equals(slice.name()))
            .allMatch(wanted -> wanted.endpoints().containsAll(kept))
            .hasSize(1);
      }
    }
  }

  @Example
  void slicesOfOldPortsAreReusedForNewOnes() {
    List<Slice> existing = named(SlicePlan.of(List.of(), group(Set.of(1)), MAX).wanted());

    SlicePlan plan = SlicePlan.of(existing, Map.of(OTHER, endpoints(Set.of(1))), MAX);

    assertThat(plan.wanted()).containsExactly(new Slice("slice-0", OTHER, endpoints(Set.of(1))));
    assertThat(plan.delete()).isEmpty();
  }

  @Example
  void restGoesIntoTheFullestSliceThatHasRoom() {
    List<Slice> existing =
        List.of(
            new Slice("a", HTTP, endpoints(Set.of(1))),
            new Slice("b", HTTP, endpoints(Set.of(2, 3))));

    SlicePlan plan = SlicePlan.of(existing, group(Set.of(1, 2, 3, 4)), MAX);

    assertThat(plan.wanted())
        .filteredOn(slice -> slice.name().equals("b"))
        .allMatch(slice -> slice.endpoints().size() == MAX);
  }

  @Example
  void serviceWithoutPodsHasOneEmptySlice() {
    assertThat(SlicePlan.of(List.of(), Map.of(), MAX).wanted())
        .containsExactly(new Slice("", List.of(), List.of()));
  }

  private static Map<List<EndpointPort>, List<Endpoint>> group(Set<Integer> pods) {
    return pods.isEmpty() ? Map.of() : Map.of(HTTP, endpoints(pods));
  }

  private static List<Endpoint> endpoints(Set<Integer> pods) {
    return pods.stream().sorted().map(SlicePlanProperties::endpoint).toList();
  }

  private static Endpoint endpoint(int pod) {
    return new Endpoint(
        List.of("10.0.0." + pod), true, true, false, "ns", "p" + pod, "u" + pod, "n", null, null);
  }

  private static List<Slice> named(List<Slice> slices) {
    var named = new ArrayList<Slice>();
    for (Slice slice : slices) {
      named.add(new Slice("slice-" + named.size(), slice.ports(), slice.endpoints()));
    }
    return named;
  }
}
