package io.listwatch.testing;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/concurrency.md names every thread and every lock of the code. */
final class ConcurrencyDocTest {
  private static final Pattern THREAD = Pattern.compile("\"(listwatch-(?!data\\b)[a-z]+)[-\"]");
  private static final Pattern LOCK =
      Pattern.compile("new ReentrantLock\\(|\\bsynchronized\\b[ (]");
  private static final Pattern THREAD_ROW = row("`(listwatch-[a-z]+)");
  private static final Pattern LOCK_ROW = row("`([A-Z]\\w+)\\.lock`");

  @Test
  void namesEveryThread() throws IOException {
    var made = new TreeSet<String>();
    for (String source : MainSources.byClass().values()) {
      THREAD.matcher(source).results().forEach(name -> made.add(name.group(1)));
    }

    assertThat(rows(THREAD_ROW)).isNotEmpty().isEqualTo(made);
  }

  @Test
  void namesEveryLock() throws IOException {
    var made = new TreeSet<String>();
    MainSources.byClass()
        .forEach(
            (name, source) -> {
              if (LOCK.matcher(source).find()) {
                made.add(name);
              }
            });

    assertThat(rows(LOCK_ROW)).isNotEmpty().isEqualTo(made);
  }

  private static Pattern row(String first) {
    return Pattern.compile("^\\| " + first, Pattern.MULTILINE);
  }

  private static Set<String> rows(Pattern pattern) throws IOException {
    return pattern
        .matcher(MainSources.page("concurrency.md"))
        .results()
        .map(row -> row.group(1))
        .collect(toCollection(TreeSet::new));
  }
}
