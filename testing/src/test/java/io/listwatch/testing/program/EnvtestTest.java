package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.listwatch.testing.DocPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * controller-runtime's envtest finds the archive's assets as docs/operating.md describes, and runs
 * on them. Runs envtest itself only where Go has compiled it before, and the commands that envtest
 * starts on every machine.
 */
@Tag("kubectl")
final class EnvtestTest {
  private static final List<String> LINES =
      DocPage.of("docs/operating.md").commands(EnvtestTest.class);

  private static final DocPage PAGE_FOR_GO = DocPage.of("docs/frameworks/go-envtest.md");

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /**
   * Lists modules that are missing or not compiled, except our own package: compiling takes
   * minutes.
   */
  private static final String LIST_WHAT_IS_NOT_COMPILED =
      "cd '%s' && go list -deps -test -f '{{if .Stale}}{{.ImportPath}}{{end}}' ./... | grep -v"
          + " ^io.listwatch/";

  private final Path directory;
  private final String assets;

  EnvtestTest(@TempDir Path directory) {
    this.directory = directory;
    this.assets = Distribution.unpack(directory).assets().toString();
  }

  @Test
  void envtestCommandsStart() throws IOException {
    Path tokens = Files.writeString(directory.resolve("tokens"), "secret,jane,1,system:masters\n");
    try (var etcd = start("etcd", "--data-dir=/none", "--listen-client-urls=http://127.0.0.1:0")) {
      String address = etcd.errors().await("listens at \\S*(127\\.0\\.0\\.1:\\d+)").group(1);
      try (var server =
          start(
              "kube-apiserver",
              "--etcd-servers=http://" + address,
              "--cert-dir=" + directory,
              "--bind-address=127.0.0.1",
              "--secure-port=0",
              "--authorization-mode=RBAC",
              "--token-auth-file=" + tokens,
              "--disable-admission-plugins=ServiceAccount",
              "--service-cluster-ip-range=10.0.0.0/24",
              "--allow-privileged=true")) {
        String url = server.errors().await("ready at (https://127\\.0\\.0\\.1:\\d+),").group(1);

        assertThat(
                Command.run(
                    words(
                        "kubectl",
                        "--server=" + url,
                        "--insecure-skip-tls-verify",
                        "--token=secret",
                        "get",
                        "namespaces")))
            .contains("kube-system");
      }
    }
  }

  @Test
  void pageForGoHasTheSameCommands() {
    assertThat(PAGE_FOR_GO.commands(EnvtestTest.class)).containsExactlyInAnyOrderElementsOf(LINES);
  }

  @Test
  void programAndVersionsOfThePageMatchTheModule() throws IOException {
    Path module = ROOT.resolve("testing/src/envtest");

    assertThat(Files.readString(module.resolve("first_test.go"))).contains(block("go"));
    assertThat(Files.readString(module.resolve("go.mod")).lines().map(String::strip))
        .containsAll(block("mod").lines().toList());
  }

  private static String block(String language) {
    return PAGE_FOR_GO.blocks().stream()
        .filter(each -> each.language().equals(language))
        .map(DocPage.Block::content)
        .reduce("", String::concat);
  }

  private Command start(String program, String... flags) {
    return Command.start(words(program, flags));
  }

  private List<String> words(String program, String... flags) {
    String export = LINES.get(0).replace("/opt/listwatch/assets", assets);
    assertThat(export).startsWith("export ");
    var words = new ArrayList<>(List.of("bash", "-c"));
    words.add(export + " && exec \"$KUBEBUILDER_ASSETS/$0\" \"$@\"");
    words.add(program);
    words.addAll(List.of(flags));
    return words;
  }

  @Test
  void envtestRunsOnTheAssets() {
    String test = LINES.get(1).replace("/opt/listwatch/assets", assets);
    assertThat(test).endsWith(" go test ./...");
    assertThat(ThirdPartyProgram.find("go", "as https://go.dev/doc/install says")).isNotEmpty();
    String module = ROOT.resolve("testing/src/envtest").toString();
    try (var list = Command.start(offline(LIST_WHAT_IS_NOT_COMPILED.formatted(module)))) {
      String missing = list.out().awaitEnd() + list.errors().awaitEnd();
      assumeTrue(
          missing.isEmpty(),
          () -> "not compiled, run it once by hand (%s): %s".formatted(test, missing));
    }

    assertThat(Command.run(offline("cd '%s' && %s".formatted(ROOT, test))))
        .contains("ok  \tio.listwatch/envtest");
  }

  private static List<String> offline(String line) {
    return List.of("env", "GOPROXY=off", "GOTOOLCHAIN=local", "bash", "-c", line);
  }
}
