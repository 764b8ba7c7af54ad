package io.listwatch.testing;

import java.util.function.UnaryOperator;

/**
 * Watch events that are held back, in order, until they are released. Counts a hit when an event
 * has to wait. Closing it releases all events.
 */
public final class HeldEvents extends Fault {
  HeldEvents(UnaryOperator<String> commands, FaultCommand order) {
    super(commands, order);
  }

  /**
   * Lets each open stream send this many more events, including events that have not occurred yet.
   */
  public void release(int events) {
    String unused = send(FaultCommand.of("release").with("events", events));
  }
}
