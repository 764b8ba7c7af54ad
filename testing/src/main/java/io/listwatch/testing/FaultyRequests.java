package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The next requests of a kind, and what is to become of their answers. */
public final class FaultyRequests {
  private final UnaryOperator<String> commands;
  private final FaultCommand order;

  FaultyRequests(UnaryOperator<String> commands, Verb verb, @Nullable String resource) {
    this(commands, FaultCommand.of("answer").with("verb", verb.word()).with("resource", resource));
  }

  private FaultyRequests(UnaryOperator<String> commands, FaultCommand order) {
    this.commands = commands;
    this.order = order;
  }

  private FaultyRequests with(FaultCommand narrower) {
    return new FaultyRequests(commands, narrower);
  }

  public FaultyRequests inNamespace(String namespace) {
    return with(order.with("namespace", namespace));
  }

  /** Those about one object. */
  public FaultyRequests named(String name) {
    return with(order.with("name", name));
  }

  /**
   * Those of one client.
   *
   * @param userAgent what its name for itself begins with
   */
  public FaultyRequests from(String userAgent) {
    return with(order.with("userAgent", userAgent));
  }

  /** How many of them; one if this is not said. */
  public FaultyRequests times(int times) {
    return with(order.with("times", times));
  }

  /** With a {@code Retry-After}; 429 comes with one second otherwise, the rest without. */
  public FaultyRequests retryAfter(Duration seconds) {
    return with(order.with("retryAfter", seconds.toSeconds()));
  }

  /** With these words in the status. */
  public FaultyRequests message(String message) {
    return with(order.with("message", message));
  }

  /**
   * Answers them with a failure, and does nothing else for them.
   *
   * @param code such as 409, 410, 429, 500, 503 or 504
   */
  public Fault answer(int code) {
    return new Fault(commands, order.with("code", code));
  }

  /**
   * Does what they ask for and breaks the connection, or on HTTP/2 the stream, instead of an
   * answer: who asked does not know whether it was done.
   */
  public Fault loseAnswer() {
    return cut("start");
  }

  /** Does what they ask for and breaks the connection in the middle of the answer. */
  public Fault cutAnswer() {
    return cut("middle");
  }

  private Fault cut(String at) {
    return new Fault(commands, FaultCommand.of("cut").with(order).with("at", at));
  }
}
