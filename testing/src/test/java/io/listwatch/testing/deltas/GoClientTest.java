package io.listwatch.testing.deltas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Go program in examples/deltas keeps the same objects as the server lists. */
@Tag("go")
@Timeout(600)
final class GoClientTest {
  private static final ResourceType CONFIG_MAPS =
      ResourceType.namespaced("v1", "ConfigMap", "configmaps");

  @Test
  void keepsTheListedObjects() throws Exception {
    assumeTrue(hasGo(), "Go is not installed");
    try (Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
        var server = ApiServer.start(storage, ApiServerConfig.open(0));
        var client =
            ApiClient.of(ClientConfig.of(URI.create("http://127.0.0.1:" + server.port())))) {
      ResourceClient<Resource> maps = client.resources(CONFIG_MAPS).inNamespace("default");
      for (int i = 0; i < 5; i++) {
        maps.create(configMap("map-" + i));
      }
      Process program = start(server.port());

      for (int i = 0; program.isAlive(); i++) {
        maps.patch("map-" + i % 5, Patch.merge("{\"data\":{\"last\":\"é %d\"}}".formatted(i)));
      }

      String printed = new String(program.getInputStream().readAllBytes(), UTF_8);
      assertThat(program.waitFor()).as(printed).isZero();
      assertThat(printed).contains("all equal");
    }
  }

  private static Resource configMap(String name) {
    return Resource.parse(
        """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s"},"data":{"text":"%s"}}\
        """
            .formatted(name, "x".repeat(400)));
  }

  private static boolean hasGo() throws InterruptedException {
    try {
      return new ProcessBuilder("go", "version").start().waitFor() == 0;
    } catch (IOException notFound) {
      return false;
    }
  }

  private static Process start(int port) throws IOException {
    Path source = Path.of("../examples/deltas").toAbsolutePath().normalize();
    return new ProcessBuilder(
            "go",
            "run",
            ".",
            "-server",
            "http://127.0.0.1:" + port,
            "-path",
            "/api/v1/namespaces/default/configmaps",
            "-for",
            "5s",
            "-timeout",
            "2",
            "-compare",
            "500ms")
        .directory(source.toFile())
        .redirectErrorStream(true)
        .start();
  }
}
