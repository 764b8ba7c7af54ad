package io.listwatch.testing;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/**
 * What can go wrong between a server and its clients, when a test wants it to:
 *
 * <pre>{@code
 * server.faults().next(Verb.LIST, "pods").answer(429);
 * server.faults().streams("pods").drop();
 * try (HeldEvents held = server.faults().hold("pods")) {
 *   held.release(1);
 * }
 * }</pre>
 *
 * <p>A resource is named by its plural ({@code pods}), if need be with its group ({@code
 * deployments.apps}). The same is there for other languages over HTTP: each call sends the server
 * one command.
 *
 * <p>Thread-safe.
 */
public final class Faults {
  private static final String SEED = "listwatch.seed";

  private final UnaryOperator<String> commands;

  /**
   * @param commands takes a command and answers it, both JSON
   */
  Faults(UnaryOperator<String> commands) {
    this.commands = commands;
  }

  /** The next requests with a verb, about whatever. */
  public FaultyRequests next(Verb verb) {
    return new FaultyRequests(commands, verb, null);
  }

  /** The next requests with a verb, about a resource. */
  public FaultyRequests next(Verb verb, String resource) {
    return new FaultyRequests(commands, verb, resource);
  }

  /** All watches. */
  public FaultyStreams streams() {
    return new FaultyStreams(commands, null);
  }

  /** The watches of a resource. */
  public FaultyStreams streams(String resource) {
    return new FaultyStreams(commands, resource);
  }

  /** Keeps the events of a resource back until they are released. */
  public HeldEvents hold(String resource) {
    return streams(resource).hold();
  }

  /** Forgets what happened up to now, everywhere. */
  public Fault expireHistory() {
    return streams().expireHistory();
  }

  /**
   * From now on, lists that take whatever is at hand ({@code resourceVersion=0}) show a resource as
   * it is at this moment.
   */
  public Fault staleLists(String resource) {
    return new Fault(commands, FaultCommand.of("stale").with("resource", resource));
  }

  /**
   * From now on, watches that begin with the objects there are do so with a resource as it is at
   * this moment, and go on with what happened since: those that take whatever is at hand ({@code
   * resourceVersion=0}) or what is not older than a version from before this moment.
   */
  public Fault staleInitialEvents(String resource) {
    return new Fault(
        commands, FaultCommand.of("stale").with("resource", resource).with("of", "initialEvents"));
  }

  /** The server's clock. */
  public ServerTime time() {
    return new ServerTime(commands);
  }

  /**
   * Lets the server do what real ones may do, now and then, and prints the seed that says when. The
   * system property {@value #SEED} makes it that of an earlier run.
   */
  public Fault realistic() {
    Long given = Long.getLong(SEED);
    long seed = given == null ? ThreadLocalRandom.current().nextLong() : given;
    System.err.printf("Listwatch is realistic: repeat this with -D%s=%d%n", SEED, seed);
    return realistic(seed);
  }

  /** The same with a seed of one's own: who asks for the same in the same order meets the same. */
  public Fault realistic(long seed) {
    return new Fault(commands, FaultCommand.of("realistic").with("seed", seed));
  }

  /** The same for who asks about one namespace, where tests share a server. */
  public Fault realistic(long seed, String namespace) {
    return new Fault(
        commands, FaultCommand.of("realistic").with("seed", seed).with("namespace", namespace));
  }

  /** Everything the server knows about its faults, streams and clock, as JSON. */
  public String status() {
    return commands.apply(FaultCommand.of("status").json());
  }

  /** Ends all faults, and lets the clock run. */
  public void clear() {
    String unused = commands.apply(FaultCommand.of("clear").json());
  }
}
