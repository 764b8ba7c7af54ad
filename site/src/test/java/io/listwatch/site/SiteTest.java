package io.listwatch.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of this project, without the javadoc, which {@code .build/site} adds. */
final class SiteTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");

  @TempDir private static Path output = Path.of("");

  private static int pages;

  @BeforeAll
  static void write() throws IOException {
    pages = new Site(ROOT, output).write();
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    assertThat(pages).isGreaterThan(70);
    assertThat(new DeadLinks(output).find()).isEmpty();
  }

  @Test
  void pagesLinkToTheOtherLanguage() throws IOException {
    assertThat(read("docs/notes.html")).contains("<html lang=\"en\">", "href=\"notes.zh.html\">中文");
    assertThat(read("docs/notes.zh.html"))
        .contains("<html lang=\"zh\">", "href=\"notes.html\">English");
    assertThat(read("index.html")).contains("href=\"index.zh.html\">中文");
  }

  @Test
  void tablesCodeAndPicturesAreShown() throws IOException {
    assertThat(read("index.html")).contains("<table>", "<code class=\"language-java\">");
    assertThat(read("docs/console.html")).contains("<img src=\"console/mechanism.png\"");
    assertThat(output.resolve("docs/console/mechanism.png")).isNotEmptyFile();
  }

  @Test
  void searchFindsSectionsOfBothLanguages() throws IOException {
    assertThat(read("search-index.js"))
        .contains("\"docs/operating.html#install\"", "docs/notes.zh.html#")
        .startsWith("const sections = [");
  }

  /** Readers open the files without a server and without a network. */
  @Test
  void nothingIsLoadedFromAnotherHost() throws IOException {
    assertThat(read("docs/operating.html"))
        .doesNotContainPattern("<(script|link|img)[^>]*(src|href)=\"(https?:)?//");
  }

  private static String read(String file) throws IOException {
    return Files.readString(output.resolve(file));
  }
}
