package io.listwatch.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Each Chinese page names the version of the English page that it translates, so that a change of
 * the English page fails until the translation is updated.
 */
final class TranslationsTest {
  private static final int HASH_DIGITS = 12;
  private static final int FIRST_LINES = 5;

  /** Comments are translated, code is not. */
  private static final Pattern COMMENT = Pattern.compile("(?m) +(#|//).*$");

  @Test
  void everyLearningPageHasATranslation() {
    for (DocPage page : DocPage.all()) {
      if (isForLearners(page)) {
        assertThat(Files.exists(chinese(page))).as(page.name() + " in Chinese").isTrue();
      }
    }
  }

  private static boolean isForLearners(DocPage page) {
    String name = page.name();
    return !name.endsWith(".zh.md")
        && (name.equals("README.md")
            || name.equals("docs/notes.md")
            || name.startsWith("examples/"));
  }

  private static Path chinese(DocPage page) {
    String name = page.file().getFileName().toString().replace(".md", ".zh.md");
    return page.file().resolveSibling(name);
  }

  @Test
  void translationNamesTheVersionOfItsOriginal() throws Exception {
    for (DocPage page : DocPage.all()) {
      if (page.name().endsWith(".zh.md")) {
        DocPage english = english(page);
        String file = english.file().getFileName().toString();
        String line = "> 译自 [%s](%s)，版本 `%s`".formatted(file, file, hash(english.text()));
        assertThat(page.text().lines().limit(FIRST_LINES))
            .as(
                "%s has changed: update %s, and put this line at its beginning:%n%s%n",
                english.name(), page.name(), line)
            .contains(line);
      }
    }
  }

  @Test
  void translationHasTheSameCommandsAsItsOriginal() {
    for (DocPage page : DocPage.all()) {
      if (page.name().endsWith(".zh.md")) {
        assertThat(run(page)).as(page.name()).isEqualTo(run(english(page)));
      }
    }
  }

  private static List<String> run(DocPage page) {
    return page.blocks().stream()
        .filter(block -> !block.shows())
        .map(block -> COMMENT.matcher(block.content()).replaceAll(""))
        .toList();
  }

  private static DocPage english(DocPage page) {
    return DocPage.of(page.name().replace(".zh.md", ".md"));
  }

  private static String hash(String text) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
  }
}
