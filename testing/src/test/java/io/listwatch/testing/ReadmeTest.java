package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.BufferedWatch;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.store.Index;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The program in the README is this one, and it runs. */
final class ReadmeTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path THIS = Path.of("src/test/java/io/listwatch/testing/ReadmeTest.java");
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void theFirstInformerRuns() throws InterruptedException {
    firstInformer(new ThreePods());
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
  private static void firstInformer(ListerWatcher source) throws InterruptedException {
    ResourceType pods = ResourceType.namespaced("v1", "Pod", "pods");
    try (var factory = InformerFactory.builder((type, namespace) -> source).build()) {
      Informer<Resource> informer = factory.informer(pods);
      informer.addIndex(Index.path("node", "spec.nodeName"));
      informer.addHandler(ResourceHandler.keys(key -> System.out.println("look at " + key)));

      factory.start();
      informer.awaitSync(Duration.ofSeconds(30));

      informer.byIndex("node", "worker-1").forEach(pod -> System.out.println(pod.key()));
      System.out.println(informer.health());
    }
  }

  /** Three pods to which nothing happens. */
  private static final class ThreePods implements ListerWatcher {
    @Override
    public ResourceList list(ListOptions options) {
      return ResourceList.of(List.of(pod("a"), pod("b"), pod("c")), ResourceVersion.of(3));
    }

    private static Resource pod(String name) {
      return Resource.parse(
          """
          {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"default",\
          "resourceVersion":"3"},"spec":{"nodeName":"worker-1"}}\
          """
              .formatted(name));
    }

    @Override
    public Watch watch(WatchOptions options) {
      return new BufferedWatch(1, () -> {});
    }

    @Override
    public boolean streamsInitialEvents() {
      return false;
    }
  }
}
