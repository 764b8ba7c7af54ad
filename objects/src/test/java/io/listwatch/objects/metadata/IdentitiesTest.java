package io.listwatch.objects.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class IdentitiesTest {
  private final Identities identities = new Identities(new Random(7));

  @Test
  void uidsAreRandomUuids() {
    for (int i = 0; i < 100; i++) {
      UUID uid = UUID.fromString(identities.uid());

      assertThat(uid.version()).isEqualTo(4);
      assertThat(uid.variant()).isEqualTo(2);
    }
    assertThat(identities.uid()).isNotEqualTo(identities.uid());
  }

  @Test
  void namesEndInFiveConsonantsOrDigits() {
    for (int i = 0; i < 100; i++) {
      assertThat(identities.name("x-")).matches("x-[bcdfghjklmnpqrstvwxz2456789]{5}");
    }
  }

  @Test
  void longPrefixIsCutSoThatTheNameIsALabel() {
    assertThat(identities.name("x".repeat(100))).hasSize(63).startsWith("x".repeat(58));
  }
}
