package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each number in docs/limits.md is in the class that its row names. */
final class LimitsDocTest {
  /**
   * A row of the table. Its columns are the name, the default, how to set it, what happens, and the
   * class.
   */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| [^|]+ \\| ([0-9][^|]*) \\| [^|]+ \\| [^|]* \\| `(\\w+)` \\|$");

  private static final Pattern DEFAULT =
      Pattern.compile("([0-9.,]+) ?(KiB|MiB|GiB|s|min|h|)(?:\\W.*)?");

  private static final Map<String, Long> BYTES =
      Map.of("", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

  private static final Map<String, String> DURATIONS =
      Map.of("s", "ofSeconds", "min", "ofMinutes", "h", "ofHours");

  @Test
  void everyDefaultIsInTheClassThatItsRowNames() throws IOException {
    Map<String, String> sources = MainSources.byClass();
    List<String> wrong = new ArrayList<>();
    long rows = 0;
    Matcher row = ROW.matcher(DocPage.of("docs/limits.md").text());
    while (row.find()) {
      rows++;
      if (spellings(row.group(1))
          .noneMatch(numbers(sources.getOrDefault(row.group(2), ""))::contains)) {
        wrong.add(row.group());
      }
    }

    assertThat(rows).isGreaterThan(50);
    assertThat(wrong).isEmpty();
  }

  /** The ways in which Java code writes a default. */
  private static Stream<String> spellings(String text) {
    Matcher found = DEFAULT.matcher(text);
    assertThat(found.matches()).as(text).isTrue();
    double number = Double.parseDouble(found.group(1).replace(",", ""));
    String unit = found.group(2);
    if (DURATIONS.containsKey(unit)) {
      return Stream.of(
          "Duration.%s(%d)".formatted(DURATIONS.get(unit), (long) number), "" + (long) number);
    }
    return Stream.of("" + (long) (number * BYTES.getOrDefault(unit, 1L)));
  }

  /** Durations as they are written, and the values of numbers, products and shifts. */
  private static List<String> numbers(String source) {
    var numbers = new ArrayList<String>();
    Matcher duration =
        Pattern.compile("Duration\\.of\\w+\\(\\d+\\)").matcher(source.replace("_", ""));
    duration.results().forEach(each -> numbers.add(each.group()));
    Pattern expression = Pattern.compile("\\d[\\d_]*L?(?: (?:\\*|<<) \\d[\\d_]*L?)*");
    expression.matcher(source).results().forEach(each -> numbers.add("" + value(each.group())));
    return numbers;
  }

  private static long value(String expression) {
    String[] words = expression.replaceAll("[_L]", "").split(" ", -1);
    long value = Long.parseLong(words[0]);
    for (int i = 1; i + 1 < words.length; i += 2) {
      long next = Long.parseLong(words[i + 1]);
      value = words[i].equals("*") ? value * next : value << next;
    }
    return value;
  }
}
