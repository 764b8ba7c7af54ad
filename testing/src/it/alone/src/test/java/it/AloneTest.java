package it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Uses listwatch-testing in a project that has no other test library, client or logging. */
class AloneTest {
  private static final Pattern JUNIT =
      Pattern.compile("(junit|opentest4j|apiguardian-api|surefire|common-java5).*\\.jar");

  /**
   * The directories in the jar: one for each library, and {@code own} for what runs the server. The
   * libraries include no database, test engine, Bouncy Castle or logging backend.
   */
  private static final List<String> LIBRARIES =
      List.of(
          "HdrHistogram",
          "antlr4-runtime",
          "armeria",
          "auto-value-annotations",
          "cel",
          "common",
          "compiler",
          "context-propagation",
          "failureaccess",
          "guava",
          "jackson-annotations",
          "jackson-core",
          "jackson-databind",
          "jackson-datatype-jdk8",
          "jackson-datatype-jsr310",
          "listenablefuture",
          "listwatch-client",
          "listwatch-core",
          "listwatch-faults",
          "listwatch-objects",
          "listwatch-server",
          "listwatch-storage",
          "listwatch-workloads",
          "micrometer-commons",
          "micrometer-core",
          "micrometer-observation",
          "netty-buffer",
          "netty-codec-base",
          "netty-codec-compression",
          "netty-codec-dns",
          "netty-codec-haproxy",
          "netty-codec-http",
          "netty-codec-http2",
          "netty-codec-socks",
          "netty-common",
          "netty-handler",
          "netty-handler-proxy",
          "netty-resolver",
          "netty-resolver-dns",
          "netty-resolver-dns-classes-macos",
          "netty-tcnative-classes",
          "netty-transport",
          "netty-transport-classes-epoll",
          "netty-transport-classes-kqueue",
          "netty-transport-native-unix-common",
          "own",
          "protobuf",
          "protobuf-java",
          "re2j",
          "reactive-streams",
          "runtime",
          "slf4j-api",
          "snakeyaml-engine",
          "threeten-extra");

  @Nested
  @ListwatchTest
  class Served {
    @Test
    void worksWithoutAnyClient(TestServer server) throws IOException {
      try (InputStream answer = server.address().resolve("/readyz").toURL().openStream()) {
        assertEquals("ok", new String(answer.readAllBytes(), UTF_8));
      }
    }
  }

  @Test
  void bringsTwoJars() {
    List<String> brought =
        classPath()
            .map(File::getName)
            .filter(name -> name.endsWith(".jar") && !JUNIT.matcher(name).matches())
            .map(name -> name.replaceFirst("-[0-9].*", ""))
            .sorted()
            .toList();

    assertEquals(List.of("jspecify", "listwatch-testing"), brought);
  }

  @Test
  void exposesOnlyItsOwnPackages() throws IOException {
    assertEquals(
        List.of(),
        names()
            .filter(name -> !name.matches("META-INF/.*|(io/(listwatch/(testing/.*)?)?)"))
            .toList());
  }

  @Test
  void containsTheServerAndItsLibraries() throws IOException {
    assertEquals(
        LIBRARIES,
        names()
            .filter(name -> name.matches("META-INF/listwatch/[^/]+/"))
            .map(name -> name.split("/")[2].replaceFirst("-[0-9].*", ""))
            .sorted()
            .toList());
    assertEquals(
        List.of(),
        names().filter(name -> name.startsWith("META-INF/services/org.slf4j.")).toList());
  }

  private static Stream<String> names() throws IOException {
    File own =
        classPath()
            .filter(each -> each.getName().startsWith("listwatch-testing"))
            .findFirst()
            .get();
    try (var jar = new JarFile(own)) {
      return jar.stream().map(JarEntry::getName).toList().stream();
    }
  }

  private static Stream<File> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new);
  }
}
