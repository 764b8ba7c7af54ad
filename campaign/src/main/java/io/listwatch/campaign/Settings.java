package io.listwatch.campaign;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * The command line.
 *
 * @param engines sqlite, etcd or both
 * @param planted also runs a round with planted defects
 */
record Settings(
    long seed, Duration duration, List<String> engines, boolean planted, LoadSize size) {
  static final String USAGE =
      """
      Usage: .build/campaign [--seed N] [--duration 90s|10m|2h] [--engine sqlite|etcd|both]
                             [--watchers N] [--pause MILLIS] [--short]

      Runs real servers under load, kills them and breaks their disks, networks and etcd members, and
      checks what clients saw. Prints a line for each round, the violations, and the seed, which
      gives the same faults in the same order again. Ends with 1 if there is a violation.

        --short    every kind of fault once on each engine, with planted defects that the check must
                   find: about 3 minutes
      """;

  /** Thrown for an invalid command line. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
      super(message);
    }
  }

  /**
   * Returns the time after which a run is considered hung: the last rounds begin before the
   * duration ends.
   */
  Duration limit() {
    return duration.plusMinutes(15);
  }

  static Settings parse(String... arguments) throws UsageException {
    var words = new ArrayDeque<>(List.of(arguments));
    long seed = System.nanoTime() % 1_000_000;
    Duration duration = Duration.ofMinutes(2);
    String engine = "both";
    boolean small = false;
    LoadSize size = LoadSize.USUAL;
    while (!words.isEmpty()) {
      String word = words.pop();
      switch (word) {
        case "--seed" -> seed = number(word, words);
        case "--duration" -> duration = duration(next(word, words));
        case "--engine" -> engine = next(word, words);
        case "--watchers" ->
            size =
                new LoadSize(
                    size.writers(),
                    size.listers(),
                    (int) number(word, words),
                    size.keys(),
                    size.pauseMillis());
        case "--pause" ->
            size =
                new LoadSize(
                    size.writers(),
                    size.listers(),
                    size.watchers(),
                    size.keys(),
                    (int) number(word, words));
        case "--short" -> small = true;
        default -> throw new UsageException("unknown argument " + word);
      }
    }
    if (!Set.of("sqlite", "etcd", "both").contains(engine)) {
      throw new UsageException("--engine: " + engine + " (expected: sqlite, etcd or both)");
    }
    List<String> engines = engine.equals("both") ? List.of("sqlite", "etcd") : List.of(engine);
    return new Settings(seed, small ? Duration.ZERO : duration, engines, small, size);
  }

  private static String next(String option, Deque<String> words) throws UsageException {
    String value = words.poll();
    if (value == null) {
      throw new UsageException(option + " needs a value");
    }
    return value;
  }

  private static long number(String option, Deque<String> words) throws UsageException {
    String value = next(option, words);
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new UsageException("%s: %s (expected: a number)".formatted(option, value));
    }
  }

  private static Duration duration(String value) throws UsageException {
    if (!value.matches("\\d{1,6}[smh]")) {
      throw new UsageException(
          "--duration: %s (expected: a number and s, m or h)".formatted(value));
    }
    return Duration.parse("PT" + value);
  }
}
