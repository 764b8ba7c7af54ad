package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests shown in docs/testing.md and in the README. */
@SuppressWarnings("NullAway.Init") // The extension injects the fields.
final class TestingDocTest {
  private static final Path THIS =
      Path.of("src/test/java/io/listwatch/testing/TestingDocTest.java");
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"docs/testing.md", "README.md"})
  void everyTestOfThePageIsInThisFile(String page) throws IOException {
    String here = Files.readString(THIS);

    assertThat(testsOn(page))
        .isNotEmpty()
        .allMatch(test -> squeezed(here).contains(squeezed(withoutImports(test))))
        .allMatch(test -> imports(test).allMatch(here::contains));
  }

  /** {@code ./verify} does not run the Quarkus project; the page explains why. */
  @Test
  void quarkusExampleMatchesTheIntegrationProject() throws IOException {
    Path source = Path.of("src/it/quarkus-3-application/src/test/java/it/ApplicationTest.java");
    String shown = DocPage.of("docs/testing.md").section("With Quarkus").blocks().get(0).content();

    assertThat(Files.readString(source).lines().toList())
        .containsSubsequence(shown.lines().toList());
  }

  private static Stream<String> testsOn(String page) throws IOException {
    return PROGRAM
        .matcher(Files.readString(Path.of("..", page)))
        .results()
        .map((MatchResult program) -> program.group(1))
        .filter(program -> program.contains("ListwatchTest") || program.contains("TestServer"));
  }

  /** Excludes imports from this package, which only tests in other packages need. */
  private static Stream<String> imports(String test) {
    return test.lines().filter(line -> line.matches("import (?!io\\.listwatch\\.testing\\.).*"));
  }

  private static String withoutImports(String test) {
    return test.replaceAll("(?m)^import .*$", "");
  }

  /** Removes white space: lines break at different places. */
  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void startsServerWithoutJunit() {
    try (TestServer server = TestServer.builder().tls().start()) {
      KubernetesClient client = server.client(KubernetesClient.class);
      assertThat(client.namespaces().withName("default").get()).isNotNull();
    }
  }

  @Nested
  @ListwatchTest
  class GreetingTest {
    @Test
    void aGreetingIsKept(KubernetesClient client) {
      var greeting = new ConfigMapBuilder().withNewMetadata().withName("greeting").endMetadata();
      client.resource(greeting.addToData("text", "hello").build()).serverSideApply();
      client.resource(greeting.addToData("text", "good morning").build()).serverSideApply();

      assertThat(client.configMaps().withName("greeting").get().getData())
          .containsEntry("text", "good morning");
    }
  }

  @Nested
  @ListwatchTest(scope = ServerScope.METHOD, manifests = "notes.yaml", leaks = LeakCheck.FAIL)
  class NotesTest {
    private KubernetesClient client;
    private TestServer server;

    @Test
    void startsAgainFromTheManifests() {
      server.apply("{apiVersion: example.com/v1, kind: Note, metadata: {name: first}}");
      server.reset();

      assertThat(client.genericKubernetesResources("example.com/v1", "Note").list().getItems())
          .isEmpty();
    }
  }

  @Nested
  @ListwatchTest(rbac = true, manifests = "operator-role.yaml")
  class OperatorRoleTest {
    @Test
    void operatorMayNotListSecrets(TestServer server) {
      KubernetesClient operator =
          server.clientAs("system:serviceaccount:default:operator", KubernetesClient.class);

      assertThat(operator.configMaps().list().getItems()).isEmpty();
      assertThatThrownBy(() -> operator.secrets().list())
          .hasMessageContaining("cannot list resource \"secrets\"");
    }
  }
}
