package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The time of a server: of its bookmarks, its watches' ends, the expiry of its events, and the
 * times that it writes into objects. Limits on connections and requests are not moved.
 */
public final class ServerTime {
  private final UnaryOperator<String> commands;

  ServerTime(UnaryOperator<String> commands) {
    this.commands = commands;
  }

  /** Stops the clock. */
  public void freeze() {
    tell(FaultCommand.of("freeze"));
  }

  /** Moves the clock. What comes due is done, each thing once, soon after this returns. */
  public void step(Duration by) {
    tell(FaultCommand.of("step").with("by", by));
  }

  /** Lets the clock run on from where it stands. */
  public void resume() {
    tell(FaultCommand.of("resume"));
  }

  private void tell(FaultCommand command) {
    String unused = commands.apply(command.json());
  }
}
