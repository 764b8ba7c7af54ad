package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.model.ListOptions;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.http.encoding.DeflatedFrames;
import io.listwatch.server.http.encoding.DeltaMeters;
import io.listwatch.server.http.encoding.EventEncoder;
import io.listwatch.server.http.encoding.FrameCache;
import io.listwatch.server.http.encoding.KeptMessages;
import io.listwatch.server.http.exchange.BodySizes;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.GzipStream;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.handler.ResourceRequest;
import io.listwatch.server.http.handler.VerbHandler;
import io.listwatch.server.http.interference.ClientRequest;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.interference.WatchSource;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.ListQuery;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.Timers;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Handles watch requests. */
public final class WatchHandler implements VerbHandler {
  private static final Duration SHORTEST_DEFAULT = Duration.ofMinutes(30);

  private final ResourceVerbs verbs;
  private final Workers workers;
  private final Timers timers;
  private final OpenWatches openWatches;
  private final WatchMeters meters;
  private final Duration bookmarkPeriod;
  private final WebSocketUpgrade upgrade;
  private final boolean compressWatches;
  private final @Nullable Interference interference;
  private final KeptMessages kept;
  private final DeltaMeters deltas;
  private final FrameCache cache = new FrameCache();
  private final DeflatedFrames deflated = new DeflatedFrames();

  /**
   * @param compressWatches true to compress also watches that are not streaming lists
   * @param kept protobuf messages, shared with the lists
   * @param interference null for none
   */
  public WatchHandler(
      ResourceVerbs verbs,
      Timers timers,
      OpenWatches openWatches,
      WatchMeters meters,
      Duration bookmarkPeriod,
      WebSocketUpgrade upgrade,
      boolean compressWatches,
      KeptMessages kept,
      DeltaMeters deltas,
      @Nullable Interference interference) {
    this.verbs = verbs;
    this.workers = verbs.workers();
    this.timers = timers;
    this.openWatches = openWatches;
    this.meters = meters;
    this.bookmarkPeriod = bookmarkPeriod;
    this.upgrade = upgrade;
    this.compressWatches = compressWatches;
    this.kept = kept;
    this.deltas = deltas;
    this.interference = interference;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation representation = representation(request);
    ListQuery query = ListQuery.of(exchange.query(), request.definition());
    var watchRequest =
        new WatchRequest(
            scope(request, query),
            query.labels(),
            query.fields(),
            query.watchMatch(),
            query.initialEvents(),
            query.bookmarks(),
            representation.delta());
    EventEncoder encoder = encoder(request, representation);

    ServiceRequestContext context = exchange.context();
    EventLoop loop = context.eventLoop().withoutContext();
    context.clearRequestTimeout();
    FrameSink sink =
        WebSocketUpgrade.asked(exchange)
            ? upgrade.accept(exchange, representation)
            : chunked(exchange, representation, query);
    WatchStream stream =
        interference == null
            ? new WatchStream(
                sink,
                encoder,
                loop,
                workers,
                timers,
                openWatches,
                bookmarkPeriod,
                exchange.onInitialized(),
                onReadable -> verbs.watch(request.definition(), watchRequest, loop, onReadable))
            : interfered(interference, request, watchRequest, sink, encoder, loop);
    stream.openedBy(
        new WatchOrigin(request, watchRequest, representation),
        meters.sent(request.definition().type()));
    stream.begin(query.timeout().orElseGet(WatchHandler::randomTimeout));
    meters.count(request.definition().type(), watchRequest.scope(), sink.gone());
    return sink.response();
  }

  private Representation representation(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation asked = Representation.ofWatch(exchange.accept(), request.definition());
    return asked.delta() && (needsAscii(exchange) || !verbs.sendsDeltas(request.definition()))
        ? asked.withoutDelta()
        : asked;
  }

  private WatchStream interfered(
      Interference between,
      ResourceRequest request,
      WatchRequest watchRequest,
      FrameSink sink,
      EventEncoder encoder,
      EventLoop loop) {
    var frames =
        new InterferedFrames(
            sink,
            loop,
            timers,
            handle ->
                between.join(ClientRequest.of(Verb.WATCH.word(), request), watchRequest, handle));
    WatchSource source = source(request.definition(), loop);
    return new WatchStream(
        frames,
        encoder,
        loop,
        workers,
        timers,
        openWatches,
        bookmarkPeriod,
        request.exchange().onInitialized(),
        onReadable -> frames.open(source, onReadable));
  }

  private WatchSource source(ResourceDefinition definition, EventLoop loop) {
    return new WatchSource() {
      @Override
      public ResourceWatch watch(WatchRequest request, Runnable onReadable) {
        return verbs.watch(definition, request, loop, onReadable);
      }

      @Override
      public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
        return verbs.list(definition, scope, options);
      }
    };
  }

  /** Rejects a name in the path that differs from the one in the field selector. */
  private static ResourceScope scope(ResourceRequest request, ListQuery query) {
    ResourceScope scope = request.scope();
    Optional<String> selected = query.fields().requiresExactMatch("metadata.name");
    if (scope.name() != null) {
      if (!query.fields().isEverything() && !selected.equals(Optional.of(scope.name()))) {
        throw ApiErrors.badRequest("fieldSelector metadata.name doesn't match requested name");
      }
    }
    return query.narrow(scope);
  }

  private EventEncoder encoder(ResourceRequest request, Representation representation) {
    Exchange exchange = request.exchange();
    IncludedObject included =
        representation.shape() == Representation.Shape.TABLE
            ? IncludedObject.of(exchange.query())
            : IncludedObject.METADATA;
    return new EventEncoder(
        request.definition(),
        representation,
        included,
        needsAscii(exchange),
        !WebSocketUpgrade.asked(exchange),
        cache,
        kept,
        deltas,
        timers::now);
  }

  /**
   * True for a client that decodes each chunk separately and breaks characters that span two
   * chunks.
   */
  private static boolean needsAscii(Exchange exchange) {
    return exchange.userAgent().startsWith("fabric8-kubernetes-client")
        && !WebSocketUpgrade.asked(exchange);
  }

  private FrameSink chunked(Exchange exchange, Representation representation, ListQuery query) {
    ServiceRequestContext context = exchange.context();
    boolean tlsRecords =
        context.sessionProtocol().isTls() && context.sessionProtocol().isExplicitHttp1();
    int limit = tlsRecords ? BodySizes.TLS_CHUNK_SIZE : BodySizes.WRITE_SIZE;
    ResponseHeadersBuilder headers = Responses.headers(200, representation.watchType());
    if (representation.delta()) {
      headers.add(HttpHeaderNames.VARY, "Accept");
    }
    if (exchange.acceptsGzip() && (compressWatches || query.streamingList())) {
      GzipStream.addHeaders(headers);
      return new GzipFrames(new ChunkedFrames(context.alloc(), limit, headers.build()), deflated);
    }
    return new ChunkedFrames(context.alloc(), limit, headers.build());
  }

  /** Random, so that watches that started together do not all reconnect together. */
  private static Duration randomTimeout() {
    long millis = SHORTEST_DEFAULT.toMillis();
    return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(millis));
  }
}
