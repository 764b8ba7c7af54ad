package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An active fault. It lasts until it has been hit the requested number of times or is cleared.
 * Closing it clears it.
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
      throw new IllegalStateException("unexpected response of the server: " + answer);
    }
    return matcher.group(1);
  }

  /** Returns how often this fault has been hit. */
  public long hits() {
    return hits(0, Duration.ZERO);
  }

  private long hits(long wanted, Duration patience) {
    return Long.parseLong(
        found(
            HITS,
            send(
                FaultCommand.of("await")
                    .with("hits", Math.max(1, wanted))
                    .with("timeout", patience))));
  }

  /**
   * Waits until this fault has been hit, for at most 30 s.
   *
   * @throws AssertionError if it has not been hit by then
   */
  public void awaitHit() {
    awaitHits(1, PATIENCE);
  }

  /**
   * Waits until this fault has been hit {@code wanted} times.
   *
   * @param patience at most 50 s
   * @throws AssertionError if it has been hit less often by then
   */
  public void awaitHits(long wanted, Duration patience) {
    long hits = hits(wanted, patience);
    if (hits < wanted) {
      throw new AssertionError(
          "fault %s: hit %d times within %s (expected: %d)".formatted(id, hits, patience, wanted));
    }
  }

  /** Clears this fault: it has no further effect, and everything it held back is sent. */
  @Override
  public void close() {
    String unused = send(FaultCommand.of("clear"));
  }

  final String send(FaultCommand command) {
    return commands.apply(command.with("id", id).json());
  }
}
