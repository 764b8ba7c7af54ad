package io.listwatch.workloads.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeMatchTest {
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

  @ParameterizedTest
  @CsvSource({
    "9, ReadWriteOnce, fast, Filesystem, requested PV is too small",
    "10, ReadWriteOnce, slow, Filesystem, storageClassName does not match",
    "10, ReadWriteOnce, fast, Block, incompatible volumeMode",
    "10, ReadOnlyMany, fast, Filesystem, incompatible accessMode",
    "10, ReadWriteOnce, fast, Filesystem, ''",
  })
  void returnsReasonForMismatch(
      long capacity, String accessMode, String storageClass, String mode, String reason) {
    VolumeOffer volume = offer("v", capacity, accessMode, storageClass, mode, "");

    assertThat(VolumeMatch.mismatch(CLAIM, volume).orElse("")).isEqualTo(reason);
  }

  @Test
  void prefersTheSmallestMatchingVolume() {
    assertThat(
            VolumeMatch.best(CLAIM, List.of(free("large", 30), free("small", 5), free("fit", 10))))
        .map(VolumeOffer::name)
        .contains("fit");
  }

  @Test
  void prefersTheVolumeThatIsReservedForTheClaim() {
    VolumeOffer reserved = offer("r", 50, "ReadWriteOnce", "fast", "Filesystem", "ns/data");

    assertThat(VolumeMatch.best(CLAIM, List.of(free("fit", 10), reserved))).contains(reserved);
  }

  @Test
  void ignoresVolumesOfOtherClaims() {
    VolumeOffer taken = offer("t", 10, "ReadWriteOnce", "fast", "Filesystem", "ns/other");

    assertThat(VolumeMatch.best(CLAIM, List.of(taken))).isEmpty();
  }

  private static VolumeOffer free(String name, long capacity) {
    return offer(name, capacity, "ReadWriteOnce", "fast", "Filesystem", "");
  }

  private static VolumeOffer offer(
      String name,
      long capacity,
      String accessMode,
      String storageClass,
      String mode,
      String claim) {
    return new VolumeOffer(
        name,
        capacity,
        Set.of(accessMode),
        storageClass,
        mode,
        Labels.of(Map.of()),
        claim,
        "",
        true);
  }
}
