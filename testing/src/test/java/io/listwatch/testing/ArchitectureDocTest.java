package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md draws every room that there is, and speaks of classes that there are. */
final class ArchitectureDocTest {
  /** The last word of a package's name, which is the room's. */
  private static final Pattern ROOM =
      Pattern.compile("(?m)^package io\\.listwatch\\.(?:\\w+\\.)*(\\w+);");

  /** At least two words in one. Annotations are others', and tests are in other places. */
  private static final Pattern CLASS =
      Pattern.compile("(?<![@\\w])(?:[A-Z][a-z0-9]+){2,}(?<!Test)\\b");

  private final String page = DocPage.of("ARCHITECTURE.md").text();

  @Test
  void everyRoomIsDrawn() throws IOException {
    var rooms =
        MainSources.byClass().values().stream()
            .flatMap(source -> ROOM.matcher(source).results())
            .map(room -> room.group(1))
            .distinct();

    assertThat(rooms)
        .isNotEmpty()
        .allMatch(room -> Pattern.compile("\\b" + room + "\\b").matcher(page).find());
  }

  @Test
  void everyNameIsAClass() throws IOException {
    var classes = MainSources.byClass().keySet();

    assertThat(CLASS.matcher(page).results().map(MatchResult::group))
        .isNotEmpty()
        .isSubsetOf(classes);
  }
}
