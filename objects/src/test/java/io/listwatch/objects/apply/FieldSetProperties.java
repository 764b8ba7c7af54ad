package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The operations of {@link FieldSet}, compared with plain sets of paths. */
final class FieldSetProperties {

  @Property(tries = 200)
  void jsonRoundTrips(@ForAll("paths") Set<List<PathElement>> paths) {
    FieldSet set = set(paths);

    assertThat(FieldSet.parse(set.toJson())).isEqualTo(set);
  }

  @Property(tries = 200)
  void matchesSetOperations(
      @ForAll("paths") Set<List<PathElement>> left, @ForAll("paths") Set<List<PathElement>> right) {
    Set<List<PathElement>> union = new HashSet<>(left);
    union.addAll(right);
    Set<List<PathElement>> intersection = new HashSet<>(left);
    intersection.retainAll(right);
    Set<List<PathElement>> difference = new HashSet<>(left);
    difference.removeAll(right);

    assertThat(set(left).union(set(right))).isEqualTo(set(union));
    assertThat(set(left).intersection(set(right))).isEqualTo(set(intersection));
    assertThat(set(left).minus(set(right))).isEqualTo(set(difference));
  }

  @Property(tries = 200)
  void minusAllBelowRemovesLongerPaths(
      @ForAll("paths") Set<List<PathElement>> left, @ForAll("paths") Set<List<PathElement>> right) {
    Set<List<PathElement>> rest =
        left.stream()
            .filter(path -> right.stream().noneMatch(prefix -> startsWith(path, prefix)))
            .collect(Collectors.toSet());

    assertThat(set(left).minusAllBelow(set(right))).isEqualTo(set(rest));
  }

  @Property(tries = 200)
  void containsExactlyTheAddedPaths(
      @ForAll("paths") Set<List<PathElement>> paths, @ForAll("path") List<PathElement> path) {
    assertThat(set(paths).contains(path)).isEqualTo(paths.contains(path));
  }

  private static boolean startsWith(List<PathElement> path, List<PathElement> prefix) {
    return path.size() >= prefix.size() && path.subList(0, prefix.size()).equals(prefix);
  }

  private static FieldSet set(Set<List<PathElement>> paths) {
    FieldSet.Builder builder = new FieldSet.Builder();
    paths.forEach(builder::add);
    return builder.build();
  }

  @Provide
  Arbitrary<Set<List<PathElement>>> paths() {
    return path().set().ofMaxSize(12);
  }

  /** Few distinct elements, so that sets overlap. */
  @Provide
  Arbitrary<List<PathElement>> path() {
    return Arbitraries.of(
            new PathElement.Member("a"),
            new PathElement.Member(""),
            new PathElement.Member("x.y/z\"<"),
            keyed(80),
            keyed(443),
            new PathElement.Value(JsonValue.of("v")),
            new PathElement.Value(JsonValue.of(7)),
            new PathElement.Value(JsonValue.of(true)),
            new PathElement.Index(0))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  private static PathElement keyed(int port) {
    return new PathElement.Keyed(
        List.of(
            new PathElement.Key("protocol", JsonValue.of("TCP")),
            new PathElement.Key("port", JsonValue.of(port))));
  }
}
