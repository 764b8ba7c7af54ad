package io.listwatch.testing.isolation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.testing.seam.TestLog;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads classes from a jar with two libraries, one of which contains a class that the test also
 * has.
 */
final class ServerLoaderTest {
  private static final String SEAM = TestLog.class.getPackageName();

  private JarFile jar;
  private ServerLoader loader;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("some jar.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(file))) {
      add(out, Libraries.ROOT + "one-1.0-jar/" + path(Twice.class), bytesOf(Twice.class));
      add(out, Libraries.ROOT + "one-1.0-jar/META-INF/services/some.Service", text("one"));
      add(out, Libraries.ROOT + "two-2.0-jar/META-INF/services/some.Service", text("two"));
      add(out, Libraries.ROOT + "two-2.0-jar/top.txt", text("top"));
      add(out, "META-INF/services/some.Service", text("of the jar itself"));
    }
    jar = new JarFile(file.toFile(), false);
    loader =
        new ServerLoader(
            Libraries.in(jar, file.toUri().toURL(), "own"), getClass().getClassLoader(), SEAM);
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  @Test
  void loadsItsOwnCopyOfALibraryClass() throws Exception {
    Class<?> inside = loader.loadClass(Twice.class.getName());

    assertThat(inside).isNotSameAs(Twice.class);
    assertThat(inside.getClassLoader()).isSameAs(loader);
    assertThat(loader.loadClass(Twice.class.getName())).isSameAs(inside);
  }

  @Test
  void doesNotSeeClassesOutside() {
    assertThatExceptionOfType(ClassNotFoundException.class)
        .isThrownBy(() -> loader.loadClass(Test.class.getName()));
    assertThatExceptionOfType(ClassNotFoundException.class)
        .isThrownBy(() -> loader.loadClass(ServerLoaderTest.class.getName()));
    assertThat(loader.getResource(path(Test.class))).isNull();
  }

  @Test
  void sharesTheSeamWithTheTest() throws Exception {
    assertThat(loader.loadClass(TestLog.class.getName())).isSameAs(TestLog.class);
  }

  @Test
  void sharesTheJdkWithTheTest() throws Exception {
    assertThat(loader.loadClass(String.class.getName())).isSameAs(String.class);
    assertThat(loader.loadClass("java.sql.Driver").getName()).isEqualTo("java.sql.Driver");
  }

  @Test
  void findsServicesOfEveryLibrary() throws Exception {
    var found = Collections.list(loader.getResources("META-INF/services/some.Service"));

    assertThat(found).map(ServerLoaderTest::read).containsExactly("one", "two");
    assertThat(read(loader.getResource("top.txt"))).isEqualTo("top");
    assertThat(loader.getResource("absent.txt")).isNull();
  }

  private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
  }

  private static byte[] bytesOf(Class<?> type) throws IOException {
    try (InputStream content = type.getResourceAsStream("/" + path(type))) {
      return content.readAllBytes();
    }
  }

  private static String path(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static byte[] text(String text) {
    return text.getBytes(UTF_8);
  }

  private static String read(URL place) {
    try (InputStream content = place.openStream()) {
      return new String(content.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A class that the test and the library both have. */
  static final class Twice {}
}
