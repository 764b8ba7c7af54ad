package io.listwatch.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeadLinksTest {
  private final Path site;

  DeadLinksTest(@TempDir Path directory) {
    this.site = directory.resolve("site");
  }

  private void page(String name, String html) throws IOException {
    Files.createDirectories(site.resolve(name).resolveSibling(""));
    Files.writeString(site.resolve(name), html);
  }

  @Test
  void findsMissingFilesAndAnchors() throws IOException {
    page(
        "a.html",
        "<a href=\"b.html\"><a href=\"d/c.html#no\"><a href=\"#here\"><a href=\"#there\"><p"
            + " id=\"here\">");
    page("d/c.html", "<a href=\"../a.html#here\"><img src=\"no.png\">");

    assertThat(new DeadLinks(site).find())
        .containsExactly(
            "a.html: b.html", "a.html: d/c.html#no", "a.html: #there", "d/c.html: no.png");
  }

  @Test
  void acceptsLinksToOtherHostsAndEncodedAnchors() throws IOException {
    page(
        "a.html",
        "<a href=\"https://example.org/x\"><a href=\"mailto:a@example.org\"><a"
            + " href=\"#%E4%B8%AD\"><p id=\"中\">");

    assertThat(new DeadLinks(site).find()).isEmpty();
  }

  /** Javadoc escapes the anchors of constructors. */
  @Test
  void acceptsAnchorsWithEscapedCharacters() throws IOException {
    page("a.html", "<a href=\"#%3Cinit%3E()\"><p id=\"&lt;init&gt;()\">");

    assertThat(new DeadLinks(site).find()).isEmpty();
  }

  @Test
  void rejectsLinksOutOfTheSite() throws IOException {
    page("d/a.html", "<a href=\"../../elsewhere.html\">");
    Files.writeString(site.resolveSibling("elsewhere.html"), "");

    assertThat(new DeadLinks(site).find()).containsExactly("d/a.html: ../../elsewhere.html");
  }
}
