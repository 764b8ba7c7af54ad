package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Selects coming requests and the fault that they meet. */
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

  /** Selects only requests for the object with this name. */
  public FaultyRequests named(String name) {
    return with(order.with("name", name));
  }

  /**
   * Selects only the requests of one client.
   *
   * @param userAgent a prefix of its {@code User-Agent}
   */
  public FaultyRequests from(String userAgent) {
    return with(order.with("userAgent", userAgent));
  }

  /** Sets the number of requests that meet the fault; 1 by default. */
  public FaultyRequests times(int times) {
    return with(order.with("times", times));
  }

  /**
   * Sets the {@code Retry-After} header. By default, only 429 responses have one, of one second.
   */
  public FaultyRequests retryAfter(Duration seconds) {
    return with(order.with("retryAfter", seconds.toSeconds()));
  }

  /** Sets the message of the returned {@code Status}. */
  public FaultyRequests message(String message) {
    return with(order.with("message", message));
  }

  /**
   * Responds with a failure, without executing the requests.
   *
   * @param code such as 409, 410, 429, 500, 503 or 504
   */
  public Fault answer(int code) {
    return new Fault(commands, order.with("code", code));
  }

  /**
   * Executes the requests, then breaks the connection (on HTTP/2, the stream) instead of
   * responding. The client cannot know whether its request took effect.
   */
  public Fault loseAnswer() {
    return cut("start");
  }

  /** Executes the requests, then breaks the connection in the middle of the response. */
  public Fault cutAnswer() {
    return cut("middle");
  }

  private Fault cut(String at) {
    return new Fault(commands, FaultCommand.of("cut").with(order).with("at", at));
  }
}
