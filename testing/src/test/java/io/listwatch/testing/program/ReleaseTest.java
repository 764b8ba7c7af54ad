package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.listwatch.testing.DocPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of RELEASING.md, on a copy: a release of some modules into a directory, signed with
 * a key of the test, and a new project that depends on it. {@code -Dlistwatch.release.modules=}
 * builds others than the default, such as {@code bom,testing}, which needs all modules and
 * libraries.
 */
@Tag("slow")
final class ReleaseTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String DEFAULT_MODULES = "bom,core,client";
  private static final String MODULES =
      System.getProperty("listwatch.release.modules", DEFAULT_MODULES);

  /** The modules that are built again and compared. */
  private static final String REBUILT = MODULES.equals(DEFAULT_MODULES) ? "bom,core" : MODULES;

  /** The files of a module. */
  private static final List<String> PUBLISHED =
      List.of(".jar", "-sources.jar", "-javadoc.jar", ".pom", "-cyclonedx.json");

  /** A library inside the jar of {@code listwatch-testing}: its name and version. */
  private static final Pattern INSIDE =
      Pattern.compile("^META-INF/listwatch/(.+?)-(\\d[^/]*)-jar/");

  private static final String COMPARED =
      "mvn -B -Dstyle.color=never verify -DskipTests -Dmaven.test.skip -Dmaven.source.skip"
          + " -Dmaven.javadoc.skip -pl ";

  private static final String CORE = "io/listwatch/listwatch-core/0.1.0/listwatch-core-0.1.0";

  private static Path copy;
  private static Path repository;

  /** The user's repository without our modules, so that nothing of this is installed. */
  private static Path local;

  private static SigningKey key;

  @BeforeAll
  static void release(@TempDir Path directory) throws IOException {
    local = borrowRepository(directory.resolve("local"));
    copy = copySources(directory.resolve("copy"), local);
    key = SigningKey.in(directory);

    run(copy, command(0));
    run(copy, command(1) + " -- -pl " + MODULES + " -am " + key.mavenOptions());
    repository = copy.resolve("target/release/repository");
  }

  @AfterAll
  static void endSigning() {
    key.close();
  }

  private static String command(int number) throws IOException {
    List<String> commands = DocPage.of("RELEASING.md").commands(ReleaseTest.class);
    assertThat(commands).hasSize(3);
    return commands.get(number);
  }

  private static Path copySources(Path copy, Path local) throws IOException {
    String tar =
        "mkdir '%2$s' && cd '%1$s' && tar --exclude=testing/src/test -cf - pom.xml */pom.xml */src"
            + " .build .mvn README.md README.zh.md CHANGELOG.md LICENSE NOTICE"
            + " | tar -C '%2$s' -xf -";
    assertThat(Command.run("bash", "-c", tar.formatted(ROOT, copy))).isEmpty();
    Files.writeString(
        copy.resolve(".mvn/maven.config"),
        "--no-transfer-progress\n-Dmaven.repo.local=" + local + "\n");
    return copy;
  }

  private static Path borrowRepository(Path ours) {
    String theirs =
        System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
    String borrow = ". '%s/.build/repository.sh' && borrow_repository '%s' '%s'";
    assertThat(Command.run("bash", "-c", borrow.formatted(ROOT, theirs, ours))).isEmpty();
    return ours;
  }

  private static void run(Path in, String command) {
    Command.run("bash", "-c", "cd '%s' && %s".formatted(in, command));
  }

  @Test
  void releaseMeetsTheRequirementsOfMavenCentral() {
    for (String suffix : PUBLISHED) {
      assertThat(repository.resolve(CORE + suffix)).isNotEmptyFile();
      assertThat(repository.resolve(CORE + suffix + ".sha1")).isNotEmptyFile();
      assertThat(repository.resolve(CORE + suffix + ".md5")).isNotEmptyFile();
    }
  }

  /** Maven Central rejects a bundle that contains repository metadata. */
  @Test
  void bundleHasTheFilesOfTheRepositoryWithoutMetadata() throws IOException {
    List<String> expected = filesWithoutMetadata(repository);

    try (var bundle = new ZipFile(copy.resolve("target/release/bundle.zip").toFile())) {
      assertThat(bundle.stream().map(ZipEntry::getName)).containsExactlyElementsOf(expected);
    }
    assertThat(expected).contains(CORE + ".jar").hasSizeLessThan(files(repository).size());
  }

  private static List<String> filesWithoutMetadata(Path directory) throws IOException {
    return files(directory).stream().filter(each -> !each.contains("maven-metadata.xml")).toList();
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(each -> directory.relativize(each).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  @Tag("gpg")
  void everyFileHasASignatureOfTheKey() throws IOException {
    assumeTrue(key.exists(), "gpg is not installed");
    List<String> files = files(repository);
    List<String> signed =
        files.stream().filter(each -> each.matches(".*\\.(jar|pom|json|xml|tar\\.gz)")).toList();

    assertThat(signed).contains(CORE + ".jar", CORE + ".pom", CORE + "-cyclonedx.json");
    for (String each : signed) {
      if (!each.contains("maven-metadata.xml")) {
        assertThat(files).contains(each + ".asc");
      }
    }
    for (String suffix : PUBLISHED) {
      key.verify(repository.resolve(CORE + suffix));
    }
  }

  @Test
  void everyModuleHasABillOfMaterials() throws IOException {
    String bill = Files.readString(repository.resolve(CORE + "-cyclonedx.json"));

    assertThat(bill)
        .contains("\"bomFormat\" : \"CycloneDX\"", "pkg:maven/io.listwatch/listwatch-core@0.1.0")
        .contains("pkg:maven/org.slf4j/slf4j-api@")
        .doesNotContain("junit");
  }

  /**
   * The testing jar contains the server and the server's libraries, which the POM does not name.
   */
  @Test
  void billOfTheTestingJarListsTheLibrariesInside() throws IOException {
    String testing = CORE.replace("listwatch-core", "listwatch-testing");
    assumeTrue(Files.exists(repository.resolve(testing + ".jar")), "MODULES has no testing");
    String bill = Files.readString(repository.resolve(testing + "-cyclonedx.json"));

    List<String> libraries =
        entries(repository.resolve(testing + ".jar")).stream()
            .map(INSIDE::matcher)
            .filter(Matcher::find)
            .map(each -> each.group(1) + "@" + each.group(2))
            .distinct()
            .toList();

    assertThat(libraries).hasSizeGreaterThan(20).anyMatch(each -> each.startsWith("armeria@"));
    for (String each : libraries) {
      assertThat(bill).contains("/" + each);
    }
  }

  @Test
  void secondBuildHasTheSameBytes(@TempDir Path directory) throws IOException {
    Path again = copySources(directory.resolve("again"), local);

    run(again, command(0));
    run(again, command(1) + " -- -pl " + REBUILT + " -am");

    Path second = again.resolve("target/release/repository");
    List<String> files = filesWithoutMetadata(second);
    assertThat(files).containsAll(PUBLISHED.stream().map(CORE::concat).toList());
    assertThat(files).allSatisfy(each -> hasSameBytes(second.resolve(each), each));
  }

  private static void hasSameBytes(Path file, String name) throws IOException {
    assertThat(Files.mismatch(file, repository.resolve(name))).as(name).isEqualTo(-1);
  }

  @Test
  void sourcesJavadocAndLicenceAreInTheJars() throws IOException {
    assertThat(entries(repository.resolve(CORE + "-sources.jar")))
        .contains("io/listwatch/model/Resource.java");
    assertThat(entries(repository.resolve(CORE + "-javadoc.jar")))
        .contains("io/listwatch/model/Resource.html");
    assertThat(entries(repository.resolve(CORE + ".jar")))
        .contains("META-INF/LICENSE", "META-INF/NOTICE");
  }

  private static List<String> entries(Path file) throws IOException {
    try (var jar = new JarFile(file.toFile())) {
      return jar.stream().map(each -> each.getName()).toList();
    }
  }

  @Test
  void newProjectDependsOnTheRelease(@TempDir Path project) throws IOException {
    Path source = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(
        source.resolve("First.java"),
        """
        public class First {
          public static void main(String[] arguments) {
            System.out.println(io.listwatch.model.ResourceKey.parse("default/first").name());
          }
        }
        """);
    Files.writeString(project.resolve("pom.xml"), pom());
    String maven = "cd '%s' && mvn -q -B -Dstyle.color=never '-Dmaven.repo.local=%s' compile";

    // Maven may print the escape sequence that resets the colour, although its output is no
    // terminal.
    assertThat(Command.run("bash", "-c", maven.formatted(project, local)).replace("\033[0m", ""))
        .isBlank();

    String classes = project.resolve("target/classes") + ":" + local.resolve(CORE + ".jar");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    assertThat(Command.run(java, "-cp", classes, "First")).isEqualTo("first");
  }

  private static String pom() throws IOException {
    String plugins = Files.readString(ROOT.resolve("testing/src/it/pom.xml"));
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>first</groupId>
      <artifactId>release</artifactId>
      <version>1</version>
      <properties>
        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        <maven.compiler.release>17</maven.compiler.release>
      </properties>
      <repositories>
        <repository>
          <id>release</id>
          <url>%s</url>
        </repository>
      </repositories>
      <dependencyManagement>
        <dependencies>
          <dependency>
            <groupId>io.listwatch</groupId>
            <artifactId>listwatch-bom</artifactId>
            <version>0.1.0</version>
            <type>pom</type>
            <scope>import</scope>
          </dependency>
        </dependencies>
      </dependencyManagement>
      <dependencies>
        <dependency>
          <groupId>io.listwatch</groupId>
          <artifactId>listwatch-core</artifactId>
        </dependency>
      </dependencies>
      %s
    </project>
    """
        .formatted(
            repository.toUri(),
            plugins.substring(plugins.indexOf("<build>"), plugins.indexOf("</project>")));
  }

  @Test
  void nextVersionComparesItsApiWithTheRelease(@TempDir Path directory) throws IOException {
    Path next = directory.resolve("next");
    assertThat(Command.run("cp", "-R", copy.toString(), next.toString())).isEmpty();

    run(next, command(2));

    assertThat(Files.readString(copy.resolve("CHANGELOG.md")))
        .contains("\n## 0.1.0\n")
        .doesNotContain("## Unreleased");
    assertThat(Files.readString(next.resolve("CHANGELOG.md")))
        .contains("\n## Unreleased\n\n## 0.1.0\n");
    assertThat(Files.readString(next.resolve("bom/pom.xml")))
        .contains("<version>0.2.0-SNAPSHOT</version>");
    assertThat(Files.readString(next.resolve("core/pom.xml")))
        .contains("<version>0.2.0-SNAPSHOT</version>");
    assertThat(Files.readString(next.resolve(".mvn/maven.config")))
        .endsWith("-Dapi.baseline=0.1.0\n");
  }

  @Test
  void removedMethodFailsTheNextBuild(@TempDir Path directory) throws IOException {
    Path releases = borrowRepository(directory.resolve("releases"));
    assertThat(Command.run("cp", "-R", repository + "/io/listwatch", releases + "/io/")).isEmpty();
    Path next = copySources(directory.resolve("next"), releases);
    run(next, command(0) + " && " + command(2));
    Path file = next.resolve("core/src/main/java/io/listwatch/controller/Controller.java");
    String source = Files.readString(file);
    Files.writeString(
        file,
        source.replace("public static <R> ControllerBuilder", "static <R> ControllerBuilder"));
    assertThat(Files.readString(file)).isNotEqualTo(source);

    String said = failure(next, COMPARED + "core");

    assertThat(said)
        .contains("There is at least one incompatibility: io.listwatch.controller.Controller");
  }

  private static String failure(Path in, String command) {
    List<String> words = List.of("bash", "-c", "cd '%s' && %s".formatted(in, command));
    try (var failing = Command.start(words)) {
      assertThat(failing.awaitEnd()).as(failing.out().text()).isNotZero();
      return failing.out().awaitEnd();
    }
  }
}
