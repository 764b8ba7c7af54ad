package io.listwatch.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.StorageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EtcdVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"3.4.31", "3.4.40", "3.5.13", "3.5.17", "3.6.0-rc.1", "4.0.0"})
  void progressIsReliable(String version) {
    assertThat(EtcdVersion.of(version).hasReliableProgress()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.3.99", "3.4.0", "3.4.23", "3.4.30", "3.5.0", "3.5.12"})
  void progressIsNotReliable(String version) {
    assertThat(EtcdVersion.of(version).hasReliableProgress()).isFalse();
  }

  @Test
  void parsesThreeNumbers() {
    assertThat(EtcdVersion.of("3.5.17").toString()).isEqualTo("3.5.17");
    assertThatExceptionOfType(StorageException.class).isThrownBy(() -> EtcdVersion.of("soon"));
  }
}
