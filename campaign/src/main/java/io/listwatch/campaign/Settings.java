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
 * @param kills how often each kind of kill occurs while each other fault occurs once
 */
record Settings(
    long seed, Duration duration, List<String> engines, boolean planted, LoadSize size, int kills) {
  static final String USAGE =
      """
      Usage: .build/campaign [--seed N] [--duration 90s|10m|2h] [--engine sqlite|etcd|both]
                             [--watchers N] [--crowd N] [--pause MILLIS] [--kills N] [--short]

      Runs real servers under load, kills them and breaks their disks, networks and etcd members, and
      checks what clients saw. Prints a line for each round, the violations, and the seed, which
      gives the same faults in the same order again. Ends with 1 if there is a violation.

        --watchers watches through a proxy (20)
        --crowd    short watches, half of which start at an earlier version (60)
        --pause    the longest pause of a writer between two requests, in milliseconds (10)
        --kills    how often each kind of kill occurs for each other fault (1)
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
   * Returns the time after which a run is considered hung. The last round of each engine begins
   * before its part of the duration is over, but planted defects, power losses and the last round
   * may take as long as they need.
   */
  Duration limit() {
    return duration.plus(duration.dividedBy(4)).plusMinutes(30);
  }

  /**
   * True if a cycle with every kind of fault is finished even if it takes longer than the duration.
   */
  boolean wholeCycle() {
    return duration.isZero();
  }

  static Settings parse(String... arguments) throws UsageException {
    var words = new ArrayDeque<>(List.of(arguments));
    long seed = System.nanoTime() % 1_000_000;
    Duration duration = Duration.ofMinutes(2);
    String engine = "both";
    boolean small = false;
    LoadSize size = LoadSize.USUAL;
    int kills = 1;
    while (!words.isEmpty()) {
      String word = words.pop();
      switch (word) {
        case "--seed" -> seed = number(word, words);
        case "--duration" -> duration = duration(next(word, words));
        case "--engine" -> engine = next(word, words);
        case "--watchers" -> size = size.withWatchers((int) number(word, words));
        case "--crowd" -> size = size.withCrowd((int) number(word, words));
        case "--pause" -> size = size.withPauseMillis((int) number(word, words));
        case "--kills" -> kills = (int) number(word, words);
        case "--short" -> small = true;
        default -> throw new UsageException("unknown argument " + word);
      }
    }
    if (!Set.of("sqlite", "etcd", "both").contains(engine)) {
      throw new UsageException("--engine: " + engine + " (expected: sqlite, etcd or both)");
    }
    List<String> engines = engine.equals("both") ? List.of("sqlite", "etcd") : List.of(engine);
    return new Settings(seed, small ? Duration.ZERO : duration, engines, small, size, kills);
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
