package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.store.Index;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The program in the README is this one, and it runs. */
@ListwatchTest
final class ReadmeTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path THIS = Path.of("src/test/java/io/listwatch/testing/ReadmeTest.java");
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void theFirstInformerRuns(TestServer server) throws InterruptedException {
    firstInformer(Kubeconfig.parse(server.kubeconfig()).config());
  }

  @Test
  void theFirstInformerIsTheOneInTheReadme() throws IOException {
    Matcher program = PROGRAM.matcher(Files.readString(README));

    assertThat(program.find()).as("the README has a program").isTrue();
    assertThat(squeezed(Files.readString(THIS))).contains(squeezed(program.group(1)));
  }

  /** What a project has to write to depend on it. */
  @Test
  void theDependenciesAreThoseOfTheBom() throws IOException {
    String bom = Files.readString(Path.of("..", "bom", "pom.xml"));
    String xml =
        DocPage.of("README.md").blocks().stream()
            .filter(block -> block.language().equals("xml"))
            .findFirst()
            .orElseThrow()
            .content();

    assertThat(bom).contains("<artifactId>listwatch-bom</artifactId>");
    assertThat(Pattern.compile("<artifactId>(.*?)</artifactId>").matcher(xml).results())
        .isNotEmpty()
        .allMatch(found -> bom.contains(found.group()));
    assertThat(Pattern.compile("<version>(.*?)</version>").matcher(xml).results())
        .isNotEmpty()
        .allMatch(found -> bom.contains(found.group()));
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  @SuppressWarnings("CheckReturnValue") // Printed as the README prints it.
  private static void firstInformer(ClientConfig config) throws InterruptedException {
    ResourceType pods = ResourceType.namespaced("v1", "Pod", "pods");
    try (ApiClient client = ApiClient.of(config)) {
      InformerFactory factory = client.informers();
      Informer<Resource> informer = factory.informer(pods);
      informer.addIndex(Index.path("node", "spec.nodeName"));
      informer.addHandler(ResourceHandler.keys(key -> System.out.println("look at " + key)));

      factory.start();
      informer.awaitSync(Duration.ofSeconds(30));

      informer.byIndex("node", "worker-1").forEach(pod -> System.out.println(pod.key()));
      System.out.println(informer.health());
    }
  }
}
