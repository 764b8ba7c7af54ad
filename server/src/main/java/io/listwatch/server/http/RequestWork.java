package io.listwatch.server.http;

import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.fairness.ListWork;
import io.listwatch.server.fairness.WatchCounts;
import io.listwatch.server.fairness.WorkEstimate;
import io.listwatch.server.fairness.WriteWork;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ObjectStats;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Estimates the cost of requests before they are authorized and parsed, as kube-apiserver does.
 *
 * <p>Thread-safe; does not block.
 */
final class RequestWork {
  /** The verbs whose events watches receive. */
  private static final Set<Verb> WRITES =
      EnumSet.of(Verb.CREATE, Verb.UPDATE, Verb.PATCH, Verb.DELETE);

  /** The bytes of the buffers of one exempt request. */
  private static final long EXCHANGE_BYTES = 64 * 1024;

  /** The largest page that a list or watch reads from storage at a time. */
  private static final long PAGE_BYTES = 8L << 20;

  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;
  private final WatchCounts watches = new WatchCounts();

  RequestWork(ResourceRegistry registry, ResourceVerbs verbs) {
    this.registry = registry;
    this.verbs = verbs;
  }

  /**
   * Counts a watch. The caller runs the result once, when the watch has ended. Watches of one
   * node's pods do not count: every kubelet has one, and a write concerns only one of them.
   */
  Runnable watching(Exchange exchange, AccessRequest request) {
    boolean ofOneNode =
        request.resource().equals("pods")
            && exchange.query().text("fieldSelector").startsWith("spec.nodeName=");
    return ofOneNode ? () -> {} : watches.add(request);
  }

  /**
   * Returns the seats that a request needs.
   *
   * @param levelMax the maximum seats of a request in its level; 0 for no limit
   */
  WorkEstimate seats(Exchange exchange, AccessRequest request, int levelMax) {
    if (Verb.LIST.is(request.verb()) || Verb.WATCH.is(request.verb())) {
      return list(exchange.query(), request, levelMax);
    }
    return Verb.isAny(request.verb(), WRITES) && !isToken(request)
        ? WriteWork.estimate(watches.interested(request), levelMax)
        : WorkEstimate.ONE_SEAT;
  }

  /** Returns the number of watches that receive the event of a write; empty for other requests. */
  OptionalInt watches(AccessRequest request) {
    return Verb.isAny(request.verb(), WRITES)
        ? OptionalInt.of(watches.interested(request))
        : OptionalInt.empty();
  }

  /** A token of a service account is not stored, so no watch receives it. */
  private static boolean isToken(AccessRequest request) {
    return request.resource().equals("serviceaccounts") && request.subresource().equals("token");
  }

  private WorkEstimate list(QueryParameters query, AccessRequest request, int levelMax) {
    boolean watch = Verb.WATCH.is(request.verb());
    try {
      if (watch && !sendsInitialEvents(query)) {
        return WorkEstimate.ONE_SEAT;
      }
      Optional<ObjectStats> stats = stats(request);
      if (stats.isEmpty()) {
        return WorkEstimate.ONE_SEAT;
      }
      boolean cached = stats.get().cached() && (watch || isCached(query));
      return estimate(work(query, cached, request.name() != null), stats.get(), levelMax);
    } catch (RuntimeException invalid) {
      // The request will be rejected.
      return ListWork.unknown(levelMax);
    }
  }

  private Optional<ObjectStats> stats(AccessRequest request) {
    return registry.find(request.group(), request.version(), request.resource()).map(verbs::stats);
  }

  private static WorkEstimate estimate(ListWork work, ObjectStats stats, int levelMax) {
    return work.estimate(stats.count(), stats.averageBytes(), levelMax);
  }

  private static ListWork work(QueryParameters query, boolean cached, boolean named) {
    Long limit = query.integer("limit");
    String fields = query.text("fieldSelector");
    return new ListWork(
        limit == null ? 0 : limit,
        cached,
        !fields.isEmpty() || !query.text("labelSelector").isEmpty(),
        named || fields.startsWith("metadata.name="));
  }

  private static boolean sendsInitialEvents(QueryParameters query) {
    String version = query.text("resourceVersion");
    return query.flag("sendInitialEvents") || version.isEmpty() || version.equals("0");
  }

  /** True unless the list requests the state at an exact version, or continues one that does. */
  private static boolean isCached(QueryParameters query) {
    String version = query.text("resourceVersion");
    return switch (query.text("resourceVersionMatch")) {
      case "NotOlderThan" -> true;
      case "" ->
          query.text("continue").isEmpty()
              && (query.text("limit").isEmpty() || version.isEmpty() || version.equals("0"));
      default -> false;
    };
  }

  /**
   * Returns the memory that a request may take, for the budget of exempt ones. Health checks count
   * as zero, so that they never wait.
   */
  long bytes(Exchange exchange, AccessRequest request) {
    long body = Math.max(0, exchange.headers().contentLength());
    return request.aboutResource() || body > 0
        ? EXCHANGE_BYTES + 2 * body + bytesFromStorage(exchange.query(), request)
        : 0;
  }

  private long bytesFromStorage(QueryParameters query, AccessRequest request) {
    boolean watch = Verb.WATCH.is(request.verb());
    if (!watch && !Verb.LIST.is(request.verb()) && !Verb.DELETECOLLECTION.is(request.verb())) {
      return 0;
    }
    try {
      // The changes that a watch reads have a budget of their own.
      if (watch && !sendsInitialEvents(query)) {
        return 0;
      }
      return stats(request)
          .filter(stats -> !stats.cached() || !(watch || isCached(query)))
          .map(RequestWork::pageBytes)
          .orElse(0L);
    } catch (RuntimeException invalid) {
      // The request will be rejected.
      return 0;
    }
  }

  private static long pageBytes(ObjectStats stats) {
    long known = stats.count() * stats.averageBytes();
    return stats.averageBytes() == 0 ? PAGE_BYTES : Math.min(PAGE_BYTES, known);
  }
}
