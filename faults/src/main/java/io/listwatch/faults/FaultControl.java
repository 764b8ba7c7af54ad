package io.listwatch.faults;

import io.listwatch.faults.Effect.Answer;
import io.listwatch.faults.Effect.Cut;
import io.listwatch.faults.Effect.Expire;
import io.listwatch.faults.Effect.Realistic;
import io.listwatch.faults.Effect.Stale;
import io.listwatch.faults.Effect.StaleStart;
import io.listwatch.faults.FaultyStream.StreamPlan;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.http.interference.ClientRequest;
import io.listwatch.server.http.interference.DeliveredPart;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.interference.StreamHandle;
import io.listwatch.server.http.interference.StreamInterference;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.VersionFailures;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Injects faults into a server, controlled by {@linkplain #command JSON commands} from this program
 * or over HTTP.
 *
 * <p>Belongs to one storage and one clock, which the server must use, too: {@link #start} starts it
 * with both.
 *
 * <p>Thread-safe.
 */
public final class FaultControl implements Interference {
  private final Storage storage;
  private final SteppedTime time;
  private final FaultJournal journal;
  private final ArmedFaults faults;
  private final OpenStreams streams = new OpenStreams();
  private final FaultCommands commands;

  /**
   * Creates a control without faults.
   *
   * @param time the clock of the server, and of the storage if its time should be stepped, too
   */
  public FaultControl(Storage storage, SteppedTime time) {
    this.storage = storage;
    this.time = time;
    this.journal = new FaultJournal(time.real());
    this.faults = new ArmedFaults(journal);
    this.commands = new FaultCommands(storage, time, faults, streams, journal);
  }

  /**
   * Starts a server on the storage with these faults and this clock. Closing the server closes this
   * control.
   */
  public ApiServer start(ApiServerConfig config) {
    return ApiServer.startWithInterference(
        storage, config.with(changes -> changes.timers(time)), this);
  }

  /**
   * Executes a command. Blocks if the command waits.
   *
   * @return JSON
   * @throws IllegalArgumentException if the command is invalid
   */
  public String command(String json) {
    return commands.now(json);
  }

  /**
   * Returns the times and descriptions of the latest events of faults: armed, hit and cleared. The
   * oldest is first.
   */
  public List<Map.Entry<Instant, String>> events() {
    return journal.events().stream().map(each -> Map.entry(each.at(), each.what())).toList();
  }

  /** Returns the most recent realistic modes as JSON, active or cleared. */
  public List<String> seeds() {
    return commands.seeds();
  }

  @Override
  public CompletionStage<String> submit(String command) {
    return commands.submit(command);
  }

  @Override
  public QueryParameters admit(ClientRequest request) {
    Optional<Answer> answer = faults.use(Answer.class, request);
    if (answer.isPresent()) {
      throw answer.get().status().toException();
    }
    RealisticMode realistic = realistic(request);
    if (realistic != null && realistic.tooEarly(request)) {
      throw initializing();
    }
    if (request.is(Verb.LIST)) {
      return admitList(request, realistic);
    }
    return request.is(Verb.WATCH) ? admitWatch(request, realistic) : request.query();
  }

  private @Nullable RealisticMode realistic(ClientRequest request) {
    return faults.use(Realistic.class, request).map(Realistic::mode).orElse(null);
  }

  /** Returns kube-apiserver's error while a watch cache is filled. */
  private static ApiException initializing() {
    return Status.of(StatusReason.TOO_MANY_REQUESTS, "storage is (re)initializing")
        .withRetryAfter(1)
        .toException();
  }

  private QueryParameters admitList(ClientRequest request, @Nullable RealisticMode realistic) {
    var list = new RequestedVersion(request.query());
    // A list has no events, so its expiry is always reported by the status.
    refuseIfExpired(request, list.exactly(), expire -> true);
    Long revision = list.isAny() ? staleRevision(request, realistic) : null;
    if (revision != null) {
      return list.insteadAt(revision);
    }
    // A list from the cache may be older than the expired history, and then a watch from it would
    // fail.
    boolean forgetful = faults.of(Expire.class, request).findAny().isPresent();
    return forgetful && list.isAtLeast() ? list.insteadNow() : request.query();
  }

  /** Returns the revision for a list that accepts any; null for the latest. */
  private @Nullable Long staleRevision(ClientRequest request, @Nullable RealisticMode realistic) {
    Optional<Stale> stale = faults.use(Stale.class, request);
    if (stale.isPresent()) {
      return stale.get().revision();
    }
    return realistic == null
        ? null
        : realistic.staleRevision(Verb.LIST, request, currentRevision());
  }

  /**
   * Returns the current revision without waiting; 0 if the storage has to query a cluster for it.
   */
  private long currentRevision() {
    return storage.currentRevision().toCompletableFuture().getNow(0L);
  }

  private QueryParameters admitWatch(ClientRequest request, @Nullable RealisticMode realistic) {
    Long after = new RequestedVersion(request.query()).after();
    refuseIfExpired(request, after, Expire::byStatus);
    if (realistic != null && after != null && realistic.expires("status", request)) {
      throw VersionFailures.tooOld(after, after + 1);
    }
    return request.query();
  }

  private void refuseIfExpired(
      ClientRequest request, @Nullable Long revision, Predicate<Expire> condition) {
    ApiException expired = expired(request, revision, condition);
    if (expired != null) {
      throw expired;
    }
  }

  /** Returns the error for an expired revision; null if it is not expired. */
  private @Nullable ApiException expired(
      ClientRequest request, @Nullable Long revision, Predicate<Expire> condition) {
    return revision == null
        ? null
        : faults
            .useWhere(
                Expire.class,
                request,
                expire -> revision < expire.revision() && condition.test(expire))
            .map(expire -> VersionFailures.tooOld(revision, expire.revision()))
            .orElse(null);
  }

  @Override
  public DeliveredPart answer(ClientRequest request) {
    boolean watch = request.is(Verb.WATCH);
    // A watch is cut in the middle by its stream, not here.
    return faults
        .useWhere(Cut.class, request, cut -> !(watch && cut.passage() == DeliveredPart.HALF))
        .map(Cut::passage)
        .orElse(DeliveredPart.WHOLE);
  }

  @Override
  public StreamInterference join(ClientRequest request, WatchRequest watch, StreamHandle handle) {
    var stream =
        new FaultyStream(request, faults, time, handle, plan(request, watch), streams::remove);
    streams.add(stream);
    return stream;
  }

  private StreamPlan plan(ClientRequest request, WatchRequest watch) {
    Long after = new RequestedVersion(request.query()).after();
    ApiException failure = expired(request, after, expire -> !expire.byStatus());
    RealisticMode realistic = realistic(request);
    if (realistic == null) {
      return new StreamPlan(
          watch, staleStart(request, watch, null), failure, Long.MAX_VALUE, Duration.ZERO);
    }
    if (failure == null && after != null && realistic.expires("event", request)) {
      failure = VersionFailures.tooOld(after, after + 1);
    } else {
      realistic.accepted(request);
    }
    return new StreamPlan(
        watch,
        staleStart(request, watch, realistic),
        failure,
        realistic.length(request).orElse(Long.MAX_VALUE),
        realistic.endDelay(request, watch));
  }

  /** Returns the revision of the initial events of a watch; null for the default. */
  private @Nullable Long staleStart(
      ClientRequest request, WatchRequest watch, @Nullable RealisticMode realistic) {
    if (watch.initialEvents() == InitialEvents.NONE) {
      return null;
    }
    Optional<StaleStart> stale =
        faults.useWhere(
            StaleStart.class, request, start -> accepts(watch.from(), start.revision()));
    if (stale.isPresent()) {
      return stale.get().revision();
    }
    Long drawn =
        realistic == null ? null : realistic.staleRevision(Verb.WATCH, request, currentRevision());
    return drawn != null && accepts(watch.from(), drawn) ? drawn : null;
  }

  /** True if a request with this version match accepts this revision. */
  private static boolean accepts(VersionMatch match, long revision) {
    return match.match(
        new VersionMatch.Cases<>() {
          @Override
          public Boolean any() {
            return true;
          }

          @Override
          public Boolean mostRecent() {
            return false;
          }

          @Override
          public Boolean notOlderThan(ResourceVersion bound) {
            return Revisions.of(bound) <= revision;
          }

          @Override
          public Boolean exactly(ResourceVersion version) {
            return false;
          }
        });
  }

  /** Clears all faults and resumes the clock, so that nothing delays the shutdown of the server. */
  @Override
  public void close() {
    commands.clearAll();
  }
}
