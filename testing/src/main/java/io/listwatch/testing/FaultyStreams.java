package io.listwatch.testing;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Watches of a kind: those that are open, and but for {@link #drop} those still to come. */
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

  /** Those of one namespace; one of all namespaces is not among them. */
  public FaultyStreams inNamespace(String namespace) {
    return new FaultyStreams(commands, match.with("namespace", namespace));
  }

  /**
   * Those of one client.
   *
   * @param userAgent what its name for itself begins with
   */
  public FaultyStreams from(String userAgent) {
    return new FaultyStreams(commands, match.with("userAgent", userAgent));
  }

  /** Waits until one is open: a client that has its first list may not be watching yet. */
  public void awaitOpen() {
    String open = commands.apply(FaultCommand.of("await").with(match).json());
    if (open.contains(":0}")) {
      throw new AssertionError("no stream: " + match.json());
    }
  }

  private Fault fault(FaultCommand command) {
    return new Fault(commands, command.with(match));
  }

  /**
   * Breaks them now, as a cut connection does. It is hit once for each; later ones are unharmed.
   */
  public Fault drop() {
    return fault(FaultCommand.of("drop"));
  }

  /** Breaks the one that sends the next event, in the middle of that event. */
  public Fault dropMidFrame() {
    return fault(FaultCommand.of("drop").with("at", "frame"));
  }

  /** Sends nothing more, not even an end, while the connection stays open. Hit by each stream. */
  public Fault stall() {
    return fault(FaultCommand.of("stall"));
  }

  /** Sends each event in pieces, with a pause between two. Hit by each event. */
  public Fault split(int parts, Duration pause) {
    return fault(FaultCommand.of("split").with("parts", parts).with("pause", pause));
  }

  /** Keeps events back until they are released. */
  public HeldEvents hold() {
    return new HeldEvents(commands, FaultCommand.of("hold").with(match));
  }

  /** Lets bookmarks come later; what happens meanwhile is told before them. */
  public Fault delayBookmarks(Duration delay) {
    return fault(FaultCommand.of("bookmarks").with("delay", delay));
  }

  /** Sends no bookmarks, but for the one that ends initial events. */
  public Fault suppressBookmarks() {
    return fault(FaultCommand.of("bookmarks"));
  }

  /**
   * Forgets what happened up to now: who goes on from an older version is told so by an ERROR event
   * of code 410. Streams that are open are not disturbed.
   */
  public Fault expireHistory() {
    return fault(FaultCommand.of("expire").with("shape", "event"));
  }

  /** The same, but they are told by the status of the response. */
  public Fault expireHistoryByStatus() {
    return fault(FaultCommand.of("expire").with("shape", "status"));
  }
}
