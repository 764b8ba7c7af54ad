package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault that has been ordered: it lasts until it has happened as often as it should, or is
 * cleared. Closing it clears it.
 *
 * <p>Thread-safe.
 */
public class Fault implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");
  private static final Pattern HITS = Pattern.compile("\"hits\":(\\d+)");

  private final UnaryOperator<String> commands;
  private final String id;

  Fault(UnaryOperator<String> commands, FaultCommand order) {
    this.commands = commands;
    this.id = found(ID, commands.apply(order.json()));
  }

  private static String found(Pattern pattern, String answer) {
    Matcher matcher = pattern.matcher(answer);
    if (!matcher.find()) {
      throw new IllegalStateException("the server answered: " + answer);
    }
    return matcher.group(1);
  }

  /** How often it has happened. */
  public long hits() {
    return hits(0, Duration.ZERO);
  }

  private long hits(long wanted, Duration patience) {
    return Long.parseLong(
        found(
            HITS,
            tell(
                FaultCommand.of("await")
                    .with("hits", Math.max(1, wanted))
                    .with("timeout", patience))));
  }

  /** Waits until it has happened. */
  public void awaitHit() {
    awaitHits(1, PATIENCE);
  }

  /**
   * Waits until it has happened {@code wanted} times.
   *
   * @param patience at most 50 s
   * @throws AssertionError if it has not by then
   */
  public void awaitHits(long wanted, Duration patience) {
    long hits = hits(wanted, patience);
    if (hits < wanted) {
      throw new AssertionError(
          "fault %s: hit %d times within %s (expected: %d)".formatted(id, hits, patience, wanted));
    }
  }

  /** Ends it: what it kept back comes, and it happens no more. */
  @Override
  public void close() {
    String unused = tell(FaultCommand.of("clear"));
  }

  final String tell(FaultCommand command) {
    return commands.apply(command.with("id", id).json());
  }
}
