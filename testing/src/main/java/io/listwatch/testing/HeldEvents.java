package io.listwatch.testing;

import java.util.function.UnaryOperator;

/**
 * Events that wait to be released, in order. It is hit when an event has to wait. Closing it
 * releases all.
 */
public final class HeldEvents extends Fault {
  HeldEvents(UnaryOperator<String> commands, FaultCommand order) {
    super(commands, order);
  }

  /** Lets each of the streams that are open send so many more, now or when they come. */
  public void release(int events) {
    String unused = tell(FaultCommand.of("release").with("events", events));
  }
}
