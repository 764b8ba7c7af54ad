package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Selects watches and the fault that they meet. Faults apply to open watches and, except for {@link
 * #drop}, to watches opened later.
 */
public final class FaultyStreams {
  private final UnaryOperator<String> commands;
  private final FaultCommand match;

  FaultyStreams(UnaryOperator<String> commands, @Nullable String resource) {
    this(commands, FaultCommand.of("").with("resource", resource));
  }

  private FaultyStreams(UnaryOperator<String> commands, FaultCommand match) {
    this.commands = commands;
    this.match = match;
  }

  /** Selects only watches of one namespace. A watch of all namespaces is not selected. */
  public FaultyStreams inNamespace(String namespace) {
    return new FaultyStreams(commands, match.with("namespace", namespace));
  }

  /**
   * Selects only the watches of one client.
   *
   * @param userAgent a prefix of its {@code User-Agent}
   */
  public FaultyStreams from(String userAgent) {
    return new FaultyStreams(commands, match.with("userAgent", userAgent));
  }

  /**
   * Waits until a selected watch is open: a client that has its first list may not be watching yet.
   *
   * @throws AssertionError if none is open in time
   */
  public void awaitOpen() {
    String open = commands.apply(FaultCommand.of("await").with(match).json());
    if (open.contains(":0}")) {
      throw new AssertionError("no open watch matches " + match.json());
    }
  }

  private Fault fault(FaultCommand command) {
    return new Fault(commands, command.with(match));
  }

  /**
   * Breaks the open watches now, as a cut connection does. Counts one hit per watch; watches opened
   * later are not affected.
   */
  public Fault drop() {
    return fault(FaultCommand.of("drop"));
  }

  /** Breaks the watch that sends the next event, in the middle of that event. */
  public Fault dropMidFrame() {
    return fault(FaultCommand.of("drop").with("at", "frame"));
  }

  /**
   * Sends nothing more, not even the end of the stream, but keeps the connection open. Counts one
   * hit per stream.
   */
  public Fault stall() {
    return fault(FaultCommand.of("stall"));
  }

  /** Sends each event in several parts, with a pause between them. Counts one hit per event. */
  public Fault split(int parts, Duration pause) {
    return fault(FaultCommand.of("split").with("parts", parts).with("pause", pause));
  }

  /**
   * Sends the next delta with a wrong checksum, as if the client had another state of the object.
   * Watches that did not request deltas are not affected.
   */
  public Fault mismatchDelta() {
    return fault(FaultCommand.of("mismatch"));
  }

  /** Holds events back until they are released. */
  public HeldEvents hold() {
    return new HeldEvents(commands, FaultCommand.of("hold").with(match));
  }

  /** Delays bookmarks. Events during the delay are sent before them. */
  public Fault delayBookmarks(Duration delay) {
    return fault(FaultCommand.of("bookmarks").with("delay", delay));
  }

  /** Suppresses bookmarks, except the one that ends the initial events. */
  public Fault suppressBookmarks() {
    return fault(FaultCommand.of("bookmarks"));
  }

  /**
   * Expires the history up to now: a watch from an older version gets an ERROR event with code 410.
   * Open streams are not affected.
   */
  public Fault expireHistory() {
    return fault(FaultCommand.of("expire").with("shape", "event"));
  }

  /** Does the same as {@link #expireHistory}, but the response itself has status 410. */
  public Fault expireHistoryByStatus() {
    return fault(FaultCommand.of("expire").with("shape", "status"));
  }
}
