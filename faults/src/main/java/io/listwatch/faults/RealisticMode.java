package io.listwatch.faults;

import io.listwatch.server.http.interference.ClientRequest;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What real servers may do and ours never does by itself, now and then, as a seed says.
 *
 * <p>Each decision is drawn from the seed, what it is about and how many of its kind came before: a
 * client that asks for the same in the same order meets the same, whatever others do meanwhile.
 *
 * <p>Thread-safe.
 */
final class RealisticMode {
  /** The reference looks for the end of initial events once a second. */
  private static final int LONGEST_END_MILLIS = 1_000;

  private static final int MAX_STALENESS = 10;
  private static final int LONGEST_SHORT_WATCH = 8;

  private final long seed;
  private final Map<String, Long> drawn = new ConcurrentHashMap<>();

  /** Where the last watch was refused. */
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** Custom resources that somebody has read. */
  private final Set<String> read = ConcurrentHashMap.newKeySet();

  RealisticMode(long seed) {
    this.seed = seed;
  }

  long seed() {
    return seed;
  }

  private SplittableRandom draw(String what, ClientRequest request) {
    String subject = what + " " + place(request);
    long count = drawn.merge(subject, 1L, Long::sum);
    return new SplittableRandom(seed * 31 + subject.hashCode() * 1_000_003L + count);
  }

  private static String place(ClientRequest request) {
    return request.definition().type() + "/" + request.namespace();
  }

  /** The first read of a custom resource may come before its cache is filled. */
  boolean tooEarly(ClientRequest request) {
    boolean reads = request.verb().equals("list") || request.verb().equals("watch");
    return reads
        && request.definition().custom()
        && read.add(request.definition().type().toString())
        && draw("too early", request).nextBoolean();
  }

  /**
   * Which revision to show to a list or a watch that takes what is at hand; nothing for the latest.
   */
  OptionalLong staleRevision(String what, ClientRequest request, long current) {
    SplittableRandom random = draw("stale " + what, request);
    long revision = current - random.nextInt(MAX_STALENESS + 1);
    return random.nextBoolean() && revision > 0 ? OptionalLong.of(revision) : OptionalLong.empty();
  }

  /**
   * Whether what follows the version of a watch is to be gone. Asked twice of each: whether to say
   * so by a status, and if not, whether to by an event.
   */
  boolean expires(String how, ClientRequest request) {
    return draw("expired by " + how, request).nextInt(10) == 0 && refused.add(place(request));
  }

  /** A watch was let through, so that the next one may be refused again: clients must get on. */
  void accepted(ClientRequest request) {
    refused.remove(place(request));
  }

  /** How many events a watch has before it ends; nothing for as many as come. */
  OptionalLong length(ClientRequest request) {
    SplittableRandom random = draw("length", request);
    return random.nextInt(3) == 0
        ? OptionalLong.empty()
        : OptionalLong.of(1 + random.nextInt(LONGEST_SHORT_WATCH));
  }

  /** How long live events come before the end of initial ones is told. */
  Duration endDelay(ClientRequest request, WatchRequest watch) {
    return watch.initialEvents() == InitialEvents.MARKED
        ? Duration.ofMillis(draw("end", request).nextInt(LONGEST_END_MILLIS))
        : Duration.ZERO;
  }
}
