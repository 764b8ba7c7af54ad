package it;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.informer.Informer;
import io.listwatch.spring.test.WithListwatch;
import io.listwatch.testing.TestServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** Starts the whole application beside a server. */
@SpringBootTest
@WithListwatch(manifests = "card.yaml")
class WholeApplicationTest {
  @Test
  void informersHaveSynced(@Autowired Informer<?> maps, @Autowired TestServer server) {
    assertThat(maps.hasSynced()).isTrue();
    assertThat(maps.list()).hasSize(1);
    assertThat(server.journal()).isNotEmpty();
  }
}
