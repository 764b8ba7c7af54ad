package io.listwatch.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The shutdown of unused HTTP clients. */
@Timeout(60)
final class UnusedClientsTest {
  private final UnusedClients ended = new UnusedClients();

  @Test
  void countsClientsThatAreNotGarbageCollected() {
    List<HttpClient> kept = new ArrayList<>();
    for (int i = 0; i < UnusedClients.MAX_LEFT; i++) {
      assertThat(ended.tooMany()).isFalse();
      kept.add(HttpClient.newHttpClient());
      ended.leave(kept.get(i));
    }
    assertThat(ended.tooMany()).isTrue();

    kept.clear();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return !ended.tooMany();
            });
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shutsDownClientsOnJava21() throws Exception {
    HttpClient client = HttpClient.newHttpClient();

    ended.end(client);

    var terminated = HttpClient.class.getMethod("isTerminated");
    await().atMost(Duration.ofSeconds(30)).until(() -> (Boolean) terminated.invoke(client));
  }
}
