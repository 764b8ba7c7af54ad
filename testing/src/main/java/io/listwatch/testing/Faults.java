package io.listwatch.testing;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/**
 * Injects faults between a test server and its clients:
 *
 * <pre>{@code
 * server.faults().next(Verb.LIST, "pods").answer(429);
 * server.faults().streams("pods").drop();
 * try (HeldEvents held = server.faults().hold("pods")) {
 *   held.release(1);
 * }
 * }</pre>
 *
 * <p>A resource is named by its plural ({@code pods}), if necessary with its group ({@code
 * deployments.apps}). Each call sends the server one JSON command. Programs in other languages send
 * the same commands over HTTP.
 *
 * <p>Thread-safe.
 */
public final class Faults {
  private static final String SEED = "listwatch.seed";

  private final UnaryOperator<String> commands;

  /**
   * @param commands sends a JSON command to the server and returns its JSON response
   */
  Faults(UnaryOperator<String> commands) {
    this.commands = commands;
  }

  /** Selects the next requests with a verb, for any resource. */
  public FaultyRequests next(Verb verb) {
    return new FaultyRequests(commands, verb, null);
  }

  /** Selects the next requests with a verb for one resource. */
  public FaultyRequests next(Verb verb, String resource) {
    return new FaultyRequests(commands, verb, resource);
  }

  /** Selects all watches. */
  public FaultyStreams streams() {
    return new FaultyStreams(commands, null);
  }

  /** Selects the watches of one resource. */
  public FaultyStreams streams(String resource) {
    return new FaultyStreams(commands, resource);
  }

  /** Holds back the watch events of a resource until they are released. */
  public HeldEvents hold(String resource) {
    return streams(resource).hold();
  }

  /** Expires the history of all resources up to now; see {@link FaultyStreams#expireHistory}. */
  public Fault expireHistory() {
    return streams().expireHistory();
  }

  /**
   * Makes lists with {@code resourceVersion=0} stale: they keep returning the state of the resource
   * at the time of this call.
   */
  public Fault staleLists(String resource) {
    return new Fault(commands, FaultCommand.of("stale").with("resource", resource));
  }

  /**
   * Makes initial events stale: they show the state of the resource at the time of this call, and
   * the changes since then follow as events. Applies to watches with {@code resourceVersion=0} and
   * to those that require a version no newer than that state.
   */
  public Fault staleInitialEvents(String resource) {
    return new Fault(
        commands, FaultCommand.of("stale").with("resource", resource).with("of", "initialEvents"));
  }

  /** Returns the controls of the server's clock. */
  public ServerTime time() {
    return new ServerTime(commands);
  }

  /**
   * Lets the server misbehave at random, in ways that real API servers may, and prints the seed.
   * The system property {@value #SEED} repeats the seed of an earlier run.
   */
  public Fault realistic() {
    Long given = Long.getLong(SEED);
    long seed = given == null ? ThreadLocalRandom.current().nextLong() : given;
    System.err.printf("Listwatch injects realistic faults: repeat them with -D%s=%d%n", SEED, seed);
    return realistic(seed);
  }

  /**
   * Does the same as {@link #realistic()} with a given seed: the same requests in the same order
   * meet the same faults.
   */
  public Fault realistic(long seed) {
    return new Fault(commands, FaultCommand.of("realistic").with("seed", seed));
  }

  /**
   * Does the same as {@link #realistic(long)}, only for requests to one namespace. For tests that
   * share a server.
   */
  public Fault realistic(long seed, String namespace) {
    return new Fault(
        commands, FaultCommand.of("realistic").with("seed", seed).with("namespace", namespace));
  }

  /** Returns the server's active faults, open streams and clock as JSON. */
  public String status() {
    return commands.apply(FaultCommand.of("status").json());
  }

  /** Clears all faults and lets the clock run. */
  public void clear() {
    String unused = commands.apply(FaultCommand.of("clear").json());
  }
}
