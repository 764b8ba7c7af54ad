package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.netty.channel.EventLoop;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The floor: the minimal server on the same HTTP library. It accepts the product's requests, with
 * the product's settings, and responds with prepared bytes.
 *
 * <p>Posted objects are listed, and put objects go to every watcher. Nothing is parsed, indexed,
 * selected or stored.
 */
final class FloorServer implements HttpService {
  /** Watches by event loop. Each list is confined to its loop. */
  private final Map<EventLoop, List<FloorWatch>> watches = new ConcurrentHashMap<>();

  private final List<byte[]> objects = new ArrayList<>();
  private volatile byte[] list = new byte[0];
  private volatile byte[] initialEvents = new byte[0];

  private FloorServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    serve(new FloorServer());
  }

  /** Serves over TLS with the product's settings, and prints the address. Never returns. */
  static void serve(HttpService service) throws InterruptedException {
    Instant now = Instant.now();
    Identity identity =
        CertificateAuthority.create("floor", now)
            .issueServer("floor", List.of("127.0.0.1"), now, Duration.ofDays(1));
    Server server =
        tuned(Server.builder().localPort(0, SessionProtocol.HTTPS))
            .tls(TlsKeyPair.of(identity.key(), identity.chain()))
            .serviceUnder("/", service)
            .build();
    server.start().join();
    System.out.println("https://127.0.0.1:" + server.activeLocalPort());
    server.blockUntilShutdown();
  }

  /** Copies the product's settings that affect lists and watches. */
  private static ServerBuilder tuned(ServerBuilder server) {
    int eventLoops = Runtime.getRuntime().availableProcessors();
    return server
        .workerGroup(EventLoopGroups.newEventLoopGroup(eventLoops, "floor", true), true)
        .requestTimeout(Duration.ZERO)
        .maxRequestLength(3 << 20)
        .http2InitialStreamWindowSize(256 << 10)
        .http2InitialConnectionWindowSize(1 << 20)
        .http2MaxResetFramesPerWindow(2_000, 10)
        // Sits between HTTP/2 and TLS: writes of one event loop task to several streams of a
        // connection are encrypted and sent together.
        .childChannelPipelineCustomizer(
            pipeline -> pipeline.addLast(new FlushConsolidationHandler(256, true)));
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    return switch (request.method()) {
      case POST -> HttpResponse.of(request.aggregate().thenApply(body -> post(body.content())));
      case PUT -> HttpResponse.of(request.aggregate().thenApply(body -> put(body.content())));
      case GET -> context.queryParam("watch") == null ? list(request) : watch(context);
      default -> HttpResponse.of(HttpStatus.METHOD_NOT_ALLOWED);
    };
  }

  private synchronized HttpResponse post(HttpData object) {
    objects.add(object.array());
    list = new byte[0];
    return HttpResponse.of(HttpStatus.CREATED, MediaType.JSON, object);
  }

  /** Uses one task per event loop and event, the minimum number of wake-ups. */
  private HttpResponse put(HttpData object) {
    byte[] event = event("MODIFIED", object.array());
    watches.forEach((loop, own) -> loop.execute(() -> own.forEach(each -> each.offer(event))));
    return HttpResponse.of(HttpStatus.OK, MediaType.JSON, object);
  }

  private HttpResponse list(HttpRequest request) {
    prepare();
    boolean compressed =
        request.headers().get(HttpHeaderNames.ACCEPT_ENCODING, "").contains("gzip");
    var headers = ResponseHeaders.builder(HttpStatus.OK).contentType(MediaType.JSON);
    if (compressed) {
      headers.add(HttpHeaderNames.CONTENT_ENCODING, "gzip");
    }
    HttpResponseWriter writer = HttpResponse.streaming();
    writer.write(headers.build());
    new FloorBody(writer, list, compressed).thenRun(writer::close);
    return writer;
  }

  private HttpResponse watch(ServiceRequestContext context) {
    HttpResponseWriter writer = HttpResponse.streaming();
    writer.write(ResponseHeaders.builder(HttpStatus.OK).contentType(MediaType.JSON).build());
    if (context.queryParam("sendInitialEvents") != null) {
      prepare();
      new FloorBody(writer, initialEvents, false).thenRun(() -> {});
      return writer;
    }
    EventLoop loop = context.eventLoop().withoutContext();
    var watch = new FloorWatch(writer);
    List<FloorWatch> own = watches.computeIfAbsent(loop, each -> new ArrayList<>());
    loop.execute(() -> own.add(watch));
    var unused =
        writer
            .whenComplete()
            .whenComplete((done, failure) -> loop.execute(() -> own.remove(watch)));
    return writer;
  }

  private synchronized void prepare() {
    if (list.length == 0) {
      list =
          joined(
              "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[",
              ",",
              Function.identity(),
              "]}");
      initialEvents =
          joined(
              "",
              "",
              object -> event("ADDED", object),
              """
              {"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"1",\
              "annotations":{"k8s.io/initial-events-end":"true"}}}}
              """);
    }
  }

  private byte[] joined(String head, String separator, Function<byte[], byte[]> form, String tail) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(head.getBytes(UTF_8));
    String before = "";
    for (byte[] object : objects) {
      out.writeBytes(before.getBytes(UTF_8));
      out.writeBytes(form.apply(object));
      before = separator;
    }
    out.writeBytes(tail.getBytes(UTF_8));
    return out.toByteArray();
  }

  private static byte[] event(String type, byte[] object) {
    var out = new ByteArrayOutputStream(object.length + 40);
    out.writeBytes(("{\"type\":\"" + type + "\",\"object\":").getBytes(UTF_8));
    out.writeBytes(object);
    out.writeBytes("}\n".getBytes(UTF_8));
    return out.toByteArray();
  }
}
