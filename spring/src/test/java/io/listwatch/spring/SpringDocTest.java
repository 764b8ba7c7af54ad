package io.listwatch.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The programs of docs/frameworks/spring.md. */
final class SpringDocTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");

  private final String page = Files.readString(ROOT.resolve("docs/frameworks/spring.md"));

  SpringDocTest() throws IOException {}

  @Test
  void configuredControllerGreets() {
    try (var cluster = new Cluster()) {
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(ListwatchAutoConfiguration.class))
          .withUserConfiguration(GreeterConfiguration.class)
          .withPropertyValues(cluster.property())
          .run(
              context -> {
                var maps = context.getBean(ApiClient.class).resources(GreeterConfiguration.MAPS);
                maps.create(
                    Resource.parse(
                        "{\"metadata\":{\"name\":\"card\",\"labels\":{\"guest\":\"Ada\"}}}"));

                assertThat(
                        maps.await(
                            "card",
                            map ->
                                map.flatMap(m -> m.text(JsonPath.of("data.greeting"))).isPresent(),
                            Duration.ofSeconds(30)))
                    .isTrue();
              });
    }
  }

  @Test
  void configurationMatchesThePage() throws IOException {
    String shown = page.substring(page.indexOf("```java\n") + 8);

    assertThat(
            squeezed(
                Files.readString(
                    ROOT.resolve(
                        "spring/src/test/java/io/listwatch/spring/GreeterConfiguration.java"))))
        .contains(squeezed(shown.substring(0, shown.indexOf("```"))));
  }

  /** The sample applications have the page's test, with each version of Spring Boot. */
  @Test
  void testMatchesTheSampleApplications() throws IOException {
    String shown = page.substring(page.indexOf("```java\n@ListwatchSliceTest") + 8);
    String expected = squeezed(shown.substring(0, shown.indexOf("```")));

    for (String each : new String[] {"spring-boot-3", "spring-boot-4"}) {
      Path project = ROOT.resolve("testing/src/it").resolve(each);
      assertThat(squeezed(Files.readString(project.resolve("src/test/java/it/GreeterTest.java"))))
          .as(each)
          .contains(expected);
    }
  }

  @Test
  void everyPropertyIsOnThePage() throws IOException {
    String metadata =
        Files.readString(
            ROOT.resolve("spring/src/main/resources/META-INF/spring-configuration-metadata.json"));

    Pattern.compile("\"name\": \"listwatch\\.(?:leader-election\\.)?([a-z-]+)\"")
        .matcher(metadata)
        .results()
        .filter(found -> !found.group(1).equals("leader-election"))
        .forEach(
            found ->
                assertThat(page)
                    .containsPattern("`(?:leader-election)?\\.?" + found.group(1) + "`"));
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }
}
