package io.listwatch.workloads.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.statefulset.ClaimRetention.Owner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimRetentionTest {
  @ParameterizedTest
  @CsvSource({
    // delete when scaled, delete when deleted, pod is surplus, owner
    "false, false, false, NONE",
    "false, false, true, NONE",
    "false, true, false, SET",
    "false, true, true, SET",
    "true, false, false, NONE",
    "true, false, true, POD",
    "true, true, false, SET",
    "true, true, true, POD",
  })
  void claimIsDeletedWithItsOwner(boolean scaled, boolean deleted, boolean surplus, Owner owner) {
    assertThat(new ClaimRetention(scaled, deleted).owner(surplus)).isEqualTo(owner);
  }
}
