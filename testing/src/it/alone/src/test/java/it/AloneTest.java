package it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  private static final Pattern UNWANTED =
      Pattern.compile(
          ".*(sqlite|etcd|grpc|logback|log4j|slf4j-(nop|simple|jdk|reload)).*|bc(pkix|prov|util)-.*");

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
  void containsNoTestEngineBouncyCastleOrLogging() throws IOException {
    List<String> libraries =
        names()
            .filter(name -> name.matches("META-INF/listwatch/[^/]+/"))
            .map(name -> name.split("/")[2])
            .toList();

    assertTrue(libraries.size() > 10, libraries::toString);
    assertEquals(
        List.of(), libraries.stream().filter(name -> UNWANTED.matcher(name).matches()).toList());
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
