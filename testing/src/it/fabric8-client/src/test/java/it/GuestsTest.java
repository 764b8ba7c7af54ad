package it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.listwatch.fabric8.ListwatchInformers;
import io.listwatch.testing.ListwatchTest;
import java.util.List;
import org.junit.jupiter.api.Test;

@ListwatchTest
class GuestsTest {
  @Test
  void namesWhomItHasJustInvited(KubernetesClient client) {
    try (var guests = new Guests(ListwatchInformers.wrap(client))) {
      guests.invite("ada");
      guests.invite("grace");

      assertEquals(List.of("ada", "grace"), guests.names());
    }
  }
}
