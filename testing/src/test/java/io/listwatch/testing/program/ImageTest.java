package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.listwatch.testing.DocPage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The container image, built as docs/operating.md describes, on a base image made by the test and
 * in a copy of the build. Needs no registry and no container runtime: the program is started from
 * the unpacked layers, with the entry point of the image and the Java that runs the tests.
 */
@Tag("slow")
final class ImageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Maven options that skip compilation, formatting and packaging already done by the build. */
  private static final List<String> QUICKLY =
      List.of(
          "--quiet",
          "--no-transfer-progress",
          "-Dstyle.color=never",
          "-Dmaven.compiler.useIncrementalCompilation=false",
          "-Dassembly.skipAssembly=true",
          "-Djib.useOnlyProjectCache=true");

  private static Path directory;
  private static ContainerImage image;

  @BeforeAll
  static void make(@TempDir Path given) throws Exception {
    directory = given;
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path copy = copy(Files.createDirectory(given.resolve("copy")));
    Path base = ContainerImage.writeBase(Files.createDirectory(given.resolve("base")));
    String line = DocPage.of("docs/operating.md").commands(ImageTest.class).get(0);
    String here = line.replaceFirst("-Dimage.base=\\S+", "-Dimage.base=tar://" + base);
    assertThat(here).isNotEqualTo(line);

    try (var maven = Command.start(List.of("bash", "-c", "cd '%s' && %s".formatted(copy, here)))) {
      String said = maven.out().awaitEnd() + maven.errors().awaitEnd();
      assumeFalse(
          said.matches(
              "(?s).*jib-maven-plugin:\\S+ or one of its dependencies could not be resolved.*"),
          () -> "the jib plugin could not be downloaded: " + said);
      assertThat(maven.awaitEnd()).as(said).isZero();
    }
    image = ContainerImage.unpack(copy.resolve("cli/target/listwatch-image.tar"), given);
  }

  private static Path copy(Path copy) throws IOException {
    String tar =
        "tar -C '%s' --exclude=./.git --exclude=./cli/target/*.tar* --exclude=./bench/target"
            + " --exclude=./testing/target --exclude=./listwatch-data -cf - . | tar -C '%s' -xf -";
    assertThat(Command.run("bash", "-c", tar.formatted(ROOT, copy))).isEmpty();
    var options = new ArrayList<>(QUICKLY);
    String repository = System.getProperty("localRepository");
    if (repository != null) {
      options.add("-Dmaven.repo.local=" + repository);
    }
    Files.write(copy.resolve(".mvn/maven.config"), options);
    return copy;
  }

  @Test
  void imageConfiguresUserEntrypointAndVolume() {
    assertThat(image.config().get("User").asText()).isEqualTo("65534:65534");
    assertThat(image.words("Entrypoint")).startsWith("java").contains("io.listwatch.cli.Listwatch");
    assertThat(image.words("Cmd")).containsExactly("serve", "--bind=0.0.0.0", "--data=/data");
    assertThat(image.config().get("Volumes").has("/data")).isTrue();
    assertThat(image.config().get("ExposedPorts").has("6443/tcp")).isTrue();
  }

  @Test
  void imageContainsItsBaseImage() {
    assertThat(image.words("Env")).contains("PATH=/base/bin");
    assertThat(image.here("/base/name")).hasContent("ours");
  }

  @Test
  void imageProgramServesAndShutsDown() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    var words = new ArrayList<String>();
    if (Command.run("id", "-u").equals("0")) {
      String user = image.config().get("User").asText();
      assertThat(Command.run("chown", "-R", user, data.toString())).isEmpty();
      String id = user.substring(0, user.indexOf(':'));
      words.addAll(List.of("setpriv", "--reuid", id, "--regid", id, "--clear-groups"));
    }
    words.addAll(moved(image.words("Entrypoint"), data));
    words.addAll(moved(image.words("Cmd"), data));
    words.addAll(List.of("--port=0", "--http-port=0"));

    try (var command = Command.start(words)) {
      String url = command.out().await("curl -N '(http://127\\.0\\.0\\.1:\\d+)/").group(1);
      assertThat(new Http(URI.create(url)).createConfigMap("written")).isPositive();
      command.signal("TERM");
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();
    }
    assertThat(data.resolve("kubeconfig")).exists();
  }

  /** Rewrites the absolute paths of the image to the unpacked ones, also in its list of jars. */
  private static List<String> moved(List<String> words, Path data) throws IOException {
    Path jars = image.here("/app/jib-classpath-file");
    Path here = directory.resolve("class-path");
    Files.writeString(
        here, Files.readString(jars).replace("/app/", image.here("/app").toString() + "/"));
    return words.stream()
        .map(
            word ->
                word.replace("@/app/jib-classpath-file", "@" + here)
                    .replace("@/app/", "@" + image.here("/app") + "/")
                    .replace("/data", data.toString())
                    .replaceFirst("^java$", java()))
        .toList();
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
