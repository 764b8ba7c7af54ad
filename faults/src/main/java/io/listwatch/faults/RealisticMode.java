package io.listwatch.faults;

import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.http.interference.ClientRequest;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Imitates at random behaviour of real API servers that ours does not have: stale reads, expired
 * watches, short watches, late bookmarks.
 *
 * <p>Each decision depends on the seed, its subject and the number of earlier decisions about that
 * subject. So a client that sends the same requests in the same order sees the same behaviour,
 * independently of other clients.
 *
 * <p>Thread-safe.
 */
final class RealisticMode {
  /**
   * kube-apiserver checks once a second whether to send the bookmark that ends the initial events.
   */
  private static final int LONGEST_END_MILLIS = 1_000;

  private static final int MAX_STALENESS = 10;
  private static final int LONGEST_SHORT_WATCH = 8;

  private final long seed;
  private final Map<String, Long> drawn = new ConcurrentHashMap<>();

  /** The resources and namespaces whose last watch was rejected. */
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** The custom resources that have been read before. */
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

  /**
   * True if the first read of a custom resource should fail because its cache is not yet filled.
   */
  boolean tooEarly(ClientRequest request) {
    boolean reads = request.is(Verb.LIST) || request.is(Verb.WATCH);
    return reads
        && request.definition().custom()
        && read.add(request.definition().type().toString())
        && draw("too early", request).nextBoolean();
  }

  /** Returns the revision for a list or watch that accepts any version; null for the latest. */
  @Nullable Long staleRevision(Verb verb, ClientRequest request, long current) {
    SplittableRandom random = draw("stale " + verb.word(), request);
    long revision = current - random.nextInt(MAX_STALENESS + 1);
    return random.nextBoolean() && revision > 0 ? Long.valueOf(revision) : null;
  }

  /**
   * True if the resource version of a watch should be expired. Called up to twice for each watch:
   * for an error by status, and if there was none, for an error by event.
   */
  boolean expires(String how, ClientRequest request) {
    return draw("expired by " + how, request).nextInt(10) == 0 && refused.add(place(request));
  }

  /**
   * Records an accepted watch. Only then may the next one be rejected, so that clients make
   * progress.
   */
  void accepted(ClientRequest request) {
    refused.remove(place(request));
  }

  /** Returns the number of events after which a watch ends; empty for no limit. */
  OptionalLong length(ClientRequest request) {
    SplittableRandom random = draw("length", request);
    return random.nextInt(3) == 0
        ? OptionalLong.empty()
        : OptionalLong.of(1 + random.nextInt(LONGEST_SHORT_WATCH));
  }

  /**
   * Returns the delay of the bookmark that ends the initial events; live events are sent meanwhile.
   */
  Duration endDelay(ClientRequest request, WatchRequest watch) {
    return watch.initialEvents() == InitialEvents.MARKED
        ? Duration.ofMillis(draw("end", request).nextInt(LONGEST_END_MILLIS))
        : Duration.ZERO;
  }
}
