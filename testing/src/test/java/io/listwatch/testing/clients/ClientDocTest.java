package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.JacksonCodec;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceType;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the program of docs/client.md. */
@ListwatchTest(tls = true)
final class ClientDocTest {
  private static final Path PAGE = Path.of("..", "docs", "client.md");
  private static final Path THIS =
      Path.of("src/test/java/io/listwatch/testing/clients/ClientDocTest.java");
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void programRuns(TestServer server) throws InterruptedException {
    program(Kubeconfig.parse(server.kubeconfig()).config());
  }

  @Test
  void programMatchesThePage() throws IOException {
    Matcher program = PROGRAM.matcher(Files.readString(PAGE));

    assertThat(program.find()).as("the page has a program").isTrue();
    assertThat(squeezed(Files.readString(THIS))).contains(squeezed(program.group(1)));
  }

  /** Removes white space: lines break at different places. */
  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  @SuppressWarnings("CheckReturnValue") // The code is as short as on the page.
  private static void program(ClientConfig config) throws InterruptedException {
    ResourceType maps = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
    try (ApiClient client = ApiClient.of(config)) {
      ResourceClient<Settings> settings =
          client.resources(maps, JacksonCodec.of(Settings.class)).inNamespace("default");
      settings.create(new Settings(new Metadata("greeting"), Map.of("text", "hello")));
      settings.edit("greeting", found -> found.with("text", "good morning"));

      InformerFactory informers = client.informers();
      Informer<Settings> informer =
          informers.informer(
              Selection.of(maps).inNamespace("default"), JacksonCodec.of(Settings.class));
      informer.addHandler(ResourceHandler.keys(key -> System.out.println("look at " + key)));
      informers.start();
      informer.awaitSync(Duration.ofSeconds(30));

      informer.list().forEach(each -> System.out.println(each.key() + ": " + each.get().data()));
      settings.delete("greeting");
    }
  }

  record Metadata(String name) {}

  record Settings(Metadata metadata, Map<String, String> data) {
    Settings with(String key, String value) {
      var changed = new HashMap<>(data);
      changed.put(key, value);
      return new Settings(metadata, changed);
    }
  }
}
