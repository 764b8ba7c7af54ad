package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage.Block;
import java.nio.file.Path;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;

final class DocPageTest {
  private static final DocPage PAGE =
      new DocPage(
          Path.of("page.md").toAbsolutePath(),
          """
          # Page

          ```
          nobody says what this is
          ```

          <!-- run by DocPageTest -->
          ```sh
          first
          second
          ```

          ```text
          only shown
          ```

          ## Elsewhere

          <!-- run by .build/script -->
          ```xml
          <third/>
          ```
          """);

  @Test
  void findsBlocksWithLineLanguageAndRunner() {
    assertThat(PAGE.blocks())
        .containsExactly(
            new Block(3, "", "", "nobody says what this is\n"),
            new Block(7, "DocPageTest", "sh", "first\nsecond\n"),
            new Block(13, "", "text", "only shown\n"),
            new Block(19, ".build/script", "xml", "<third/>\n"));
  }

  @Test
  void onlyTextBlocksNeedNoRunner() {
    assertThat(PAGE.blocks())
        .extracting(Block::shows)
        .contains(true, Index.atIndex(2))
        .containsOnlyOnce(true);
  }

  @Test
  void sectionEndsAtTheNextHeading() {
    assertThat(PAGE.section("Page").blocks()).hasSize(3);
    assertThat(PAGE.section("Elsewhere").blocks()).hasSize(1);
    assertThat(PAGE.headings(DocPageTest.class)).containsExactly("Page");
  }

  @Test
  void returnsOnlyCommandsThatNameTheTest() {
    assertThat(PAGE.commands(DocPageTest.class)).containsExactly("first", "second");
    assertThat(PAGE.commands(DocSnippetsTest.class)).isEmpty();
  }
}
