package io.listwatch.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class JumpsProperties {
  /** The etcd revisions before a jump, and its target. */
  private record Step(int by, int to) {}

  @Property(tries = 300)
  void ourRevisionsGrowWithEtcdRevisions(@ForAll("steps") List<Step> steps) {
    Jumps jumps = jumps(steps);

    for (long etcd = 1; etcd < 200; etcd++) {
      assertThat(jumps.ours(etcd + 1)).isGreaterThan(jumps.ours(etcd));
    }
  }

  @Property(tries = 300)
  void eachOfOurRevisionsHasAtMostOneEtcdRevision(@ForAll("steps") List<Step> steps) {
    Jumps jumps = jumps(steps);

    for (long etcd = 1; etcd < 200; etcd++) {
      assertThat(jumps.etcd(jumps.ours(etcd))).isEqualTo(etcd);
      for (long skipped = jumps.ours(etcd) + 1; skipped < jumps.ours(etcd + 1); skipped++) {
        assertThat(jumps.etcd(skipped)).isEqualTo(Jumps.NEVER);
      }
    }
  }

  @Property(tries = 300)
  void markerRoundTripsAllJumps(@ForAll("steps") List<Step> steps) {
    long at = 1;
    Marker marker = read(at, Marker.first());
    for (var step : steps) {
      at += step.by;
      marker = read(at, marker.withJump(step.to));
    }

    assertThat(marker.jumps().list()).isEqualTo(jumps(steps).list());
  }

  private static Marker read(long revision, ByteString value) {
    return Marker.of(KeyValue.newBuilder().setModRevision(revision).setValue(value).build());
  }

  private static Jumps jumps(List<Step> steps) {
    Jumps jumps = Jumps.NONE;
    long at = 1;
    for (var step : steps) {
      at += step.by;
      jumps = jumps.plus(at, step.to);
    }
    return jumps;
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 30), Arbitraries.integers().between(1, 400))
        .as(Step::new)
        .list()
        .ofMaxSize(6);
  }
}
