package io.listwatch.server.http.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.encoding.DeltaMeters;
import io.listwatch.server.http.encoding.EventEncoder;
import io.listwatch.server.http.encoding.FrameCache;
import io.listwatch.server.http.encoding.KeptMessages;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.resource.EventBudget;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.ManualTimers;
import io.netty.channel.DefaultEventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WatchStreamTest {
  private static final ResourceDefinition PODS =
      BuiltInResources.load().stream()
          .filter(each -> each.type().plural().equals("pods"))
          .findFirst()
          .orElseThrow();
  private static final Resource POD =
      Resource.parse(
          """
          {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"b","resourceVersion":"3"}}\
          """
              .getBytes(UTF_8));
  private static final String ADDED = "{\"type\":\"ADDED\",\"object\":";

  private final ManualTimers timers = new ManualTimers();
  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
  private Executor workers = Runnable::run;
  private RecordedFrames sink = new RecordedFrames();
  private final EventBudget budget = new EventBudget(250_000);
  private final OpenWatches openWatches = new OpenWatches(budget);
  private volatile boolean initializing;

  @AfterEach
  void stop() {
    var unused = loop.shutdownGracefully();
  }

  /** Starts to stream the events. */
  private void stream(String accept, WatchEvent... events) throws Exception {
    var encoder =
        new EventEncoder(
            PODS,
            Representation.ofWatch(accept, PODS),
            IncludedObject.METADATA,
            false,
            true,
            new FrameCache(),
            KeptMessages.ofHeap(timers),
            new DeltaMeters(Metrics.none()),
            timers::now);
    loop.submit(
            () ->
                new WatchStream(
                        sink,
                        encoder,
                        loop,
                        new Workers(workers),
                        timers,
                        openWatches,
                        Duration.ofMinutes(1),
                        () -> {},
                        onReadable -> new GivenEvents(events))
                    .begin(Duration.ofMinutes(5)))
        .get();
  }

  @Test
  void sendsBookmarksAndObjectsInOrder() throws Exception {
    stream(
        "application/json",
        new WatchEvent.Added(POD),
        new WatchEvent.Bookmark(ResourceVersion.of(4)));

    assertThat(sink.frames()).hasSize(2);
    assertThat(sink.frames().get(0)).startsWith(ADDED);
    assertThat(sink.frames().get(1)).startsWith("{\"type\":\"BOOKMARK\"");
    assertThat(sink.ended()).isFalse();
  }

  /** Encoding a megabyte as a table, or compressing it, took tens of ms on the event loop. */
  @Test
  void workerEncodesLongObjectBetweenItsNeighbours() throws Exception {
    workers = held::add;
    String name = "x".repeat(100_000);

    stream(
        "application/json",
        new WatchEvent.Added(POD),
        new WatchEvent.Added(named(name)),
        new WatchEvent.Bookmark(ResourceVersion.of(4)));
    assertThat(sink.frames()).hasSize(1);
    assertThat(held).hasSize(1);
    held.remove().run();
    loop.submit(() -> {}).get();

    assertThat(sink.frames()).hasSize(3);
    assertThat(sink.frames().get(1)).startsWith(ADDED).contains(name);
    assertThat(sink.frames().get(2)).startsWith("{\"type\":\"BOOKMARK\"");
  }

  private static Resource named(String name) {
    return Resource.parse(
        new String(POD.toByteArray(), UTF_8)
            .replace("\"name\":\"a\"", "\"name\":\"" + name + "\""));
  }

  /** Each watch kept its own frame of a large object for as long as its client did not read. */
  @Test
  void disconnectsStreamThatIsBlockedLongestBeyondTheBudget() throws Exception {
    Resource large = named("x".repeat(100_000));
    var sinks = new ArrayList<RecordedFrames>();
    for (int i = 0; i < 3; i++) {
      sink = new RecordedFrames();
      sink.stall();
      sinks.add(sink);
      stream("application/json", new WatchEvent.Added(large));
      advance(Duration.ofSeconds(1));
    }
    // The loop was given the end of the first stream while it ran the third.
    advance(Duration.ofSeconds(1));

    assertThat(sinks.get(0).response().whenComplete()).isCompletedExceptionally();
    assertThat(sinks.get(1).response().whenComplete()).isNotDone();
    assertThat(sinks.get(2).response().whenComplete()).isNotDone();
    assertThat(openWatches.count()).isEqualTo(2);
    assertThat(budget.used()).isBetween(200_000L, 250_000L);
  }

  @Test
  void framesAreNotChargedAnyMoreOnceTheyAreRead() throws Exception {
    sink.stall();
    stream("application/json", new WatchEvent.Added(named("x".repeat(100_000))));
    advance(Duration.ofSeconds(1));
    assertThat(budget.used()).isGreaterThan(100_000);

    sink.resume();
    advance(Duration.ofSeconds(1));

    assertThat(budget.used()).isZero();
    assertThat(openWatches.count()).isEqualTo(1);
  }

  @Test
  void endedStreamIsNotCharged() throws Exception {
    sink.stall();
    stream("application/json", new WatchEvent.Added(named("x".repeat(100_000))));
    advance(Duration.ofSeconds(1));
    assertThat(budget.used()).isGreaterThan(100_000);

    sink.disconnect();
    advance(Duration.ofSeconds(1));

    assertThat(budget.used()).isZero();
  }

  /** The event of an unreadable object used to be dropped, so the client kept the old object. */
  @Test
  void endsWithAnErrorWhenAnObjectCannotBeDecoded() throws Exception {
    stream(
        "application/json",
        new WatchEvent.Added(POD),
        new WatchEvent.Unreadable(UnreadableObject.of(POD, "has no spec")),
        new WatchEvent.Modified(POD));

    assertThat(sink.frames()).hasSize(2);
    assertThat(sink.frames().get(0)).startsWith(ADDED);
    assertThat(sink.frames().get(1))
        .isEqualTo(
            """
            {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},\
            "status":"Failure","message":"unable to decode b/a: has no spec",\
            "reason":"InternalError","code":500}}
            """);
    assertThat(sink.ended()).isTrue();
  }

  @Test
  void endsTableWatchWithTheSameError() throws Exception {
    stream(
        "application/json;as=Table;v=v1;g=meta.k8s.io",
        new WatchEvent.Unreadable(UnreadableObject.of(POD, "has no spec")));

    assertThat(sink.frames())
        .singleElement()
        .asString()
        .startsWith("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\"");
    assertThat(sink.ended()).isTrue();
  }

  @Test
  void disconnectsClientThatReadsNoInitialEventsForAMinute() throws Exception {
    sink.stall();
    initializing = true;
    stream("application/json", new WatchEvent.Added(POD), new WatchEvent.Added(POD));

    advance(Duration.ofSeconds(59));
    assertThat(sink.response().whenComplete()).isNotDone();
    advance(Duration.ofSeconds(1));

    assertThat(sink.response().whenComplete()).isCompletedExceptionally();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void keepsSlowClientThatHasItsInitialEvents() throws Exception {
    sink.stall();
    stream("application/json", new WatchEvent.Added(POD), new WatchEvent.Added(POD));

    advance(Duration.ofMinutes(2));

    assertThat(sink.response().whenComplete()).isNotDone();
  }

  @Test
  void documentBeginsWithTheWatchThatIsBlockedLongest() throws Exception {
    stream("application/json", new WatchEvent.Added(POD));
    sink.stall();
    advance(Duration.ofSeconds(1));
    stream("application/json", new WatchEvent.Added(POD), new WatchEvent.Added(POD));
    advance(Duration.ofSeconds(1));
    stream("application/json", new WatchEvent.Added(POD), new WatchEvent.Added(POD));

    JsonObject document =
        new WatchesDocument(openWatches)
            .read(QueryParameters.parse("limit=1"))
            .toCompletableFuture()
            .get();

    assertThat(document.path("total").asLong()).isEqualTo(3);
    assertThat(document.path("items").size()).isEqualTo(1);
    assertThat(document.at("/items/0/blocked").asBoolean()).isTrue();
    assertThat(document.at("/items/0/ageMillis").asLong()).isEqualTo(1_000);
  }

  /** Moves the clock, then waits for the tasks that the loop was given. */
  private void advance(Duration time) throws Exception {
    timers.advance(time);
    loop.submit(() -> {}).get();
  }

  /** A watch that has these events and then stays idle. */
  private final class GivenEvents implements ResourceWatch {
    private final ArrayDeque<WatchEvent> events;

    private GivenEvents(WatchEvent... events) {
      this.events = new ArrayDeque<>(List.of(events));
    }

    @Override
    public @Nullable WatchEvent poll() {
      return events.poll();
    }

    @Override
    public boolean ended() {
      return false;
    }

    @Override
    public boolean initializing() {
      return initializing;
    }

    @Override
    public void requestBookmark() {}

    @Override
    public void close() {}
  }
}
