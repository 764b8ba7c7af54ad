package io.listwatch.workloads.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A claim never gets a volume that does not satisfy it, nor one that belongs to another claim. */
final class VolumeMatchProperties {
  private static final ClaimNeeds CLAIM =
      new ClaimNeeds(
          "ns",
          "data",
          "uid",
          10,
          Set.of("ReadWriteOnce"),
          "fast",
          "Filesystem",
          LabelSelector.everything());

  @Property
  void bestVolumeSatisfiesTheClaimAndIsTheSmallest(
      @ForAll @IntRange(max = 8) int count, @ForAll Random random) {
    List<VolumeOffer> volumes = volumes(count, random);

    Optional<VolumeOffer> best = VolumeMatch.best(CLAIM, volumes);

    List<VolumeOffer> suitable =
        volumes.stream().filter(each -> VolumeMatch.mismatch(CLAIM, each).isEmpty()).toList();
    List<VolumeOffer> free =
        suitable.stream().filter(each -> each.free() && each.usable()).toList();
    if (suitable.stream().anyMatch(each -> each.belongsTo(CLAIM))) {
      assertThat(best).hasValueSatisfying(each -> assertThat(each.belongsTo(CLAIM)).isTrue());
    } else if (free.isEmpty()) {
      assertThat(best).isEmpty();
    } else {
      assertThat(best)
          .hasValueSatisfying(
              each -> {
                assertThat(free).contains(each);
                assertThat(free)
                    .filteredOn(other -> other.accessModes().size() == each.accessModes().size())
                    .allMatch(other -> other.capacity() >= each.capacity());
              });
    }
  }

  private static List<VolumeOffer> volumes(int count, Random random) {
    var volumes = new ArrayList<VolumeOffer>();
    for (int i = 0; i < count; i++) {
      volumes.add(
          new VolumeOffer(
              "v-" + i,
              random.nextInt(30),
              random.nextBoolean()
                  ? Set.of("ReadWriteOnce")
                  : Set.of("ReadWriteOnce", "ReadOnlyMany"),
              random.nextInt(4) == 0 ? "slow" : "fast",
              "Filesystem",
              Labels.of(Map.of()),
              List.of("", "", "", "ns/other", "ns/data").get(random.nextInt(5)),
              "",
              random.nextInt(5) != 0));
    }
    return volumes;
  }
}
