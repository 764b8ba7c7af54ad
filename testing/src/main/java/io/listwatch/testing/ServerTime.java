package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Controls the clock of a test server. Bookmarks, watch timeouts, the expiry of events and the
 * timestamps in objects follow it. Connection and request timeouts do not.
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

  /**
   * Moves the clock forward. Each timer that becomes due fires once, soon after this method
   * returns.
   */
  public void step(Duration by) {
    tell(FaultCommand.of("step").with("by", by));
  }

  /** Lets the clock run on from its current time. */
  public void resume() {
    tell(FaultCommand.of("resume"));
  }

  private void tell(FaultCommand command) {
    String unused = commands.apply(command.json());
  }
}
