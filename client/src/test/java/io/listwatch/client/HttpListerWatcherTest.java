package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.HttpTransport;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.informer.OptionsModifier;
import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Watch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.time.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists and watches of a scripted, misbehaving server, as a reflector sees them. */
@Timeout(60)
final class HttpListerWatcherTest {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final ResourceType NOTES =
      ResourceType.cluster("listwatch.io/v1", "Note", "notes");

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final HttpListerWatcher pods = client.listerWatcher(PODS, "default");

  HttpListerWatcherTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private static String event(String type, String name, int version, String text) {
    return """
    {"type":"%s","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s",\
    "namespace":"default","resourceVersion":"%d","annotations":{"text":"%s"}}}}
    """
        .formatted(type, name, version, text);
  }

  private Watch watch() throws InterruptedException {
    return pods.watch(WatchOptions.after(ResourceVersion.of(1)));
  }

  /** Reads all events up to the end of the watch. */
  private static List<String> read(Watch watch) throws InterruptedException {
    var seen = new ArrayList<String>();
    while (!watch.ended()) {
      @Nullable WatchEvent event = watch.next();
      if (event != null) {
        seen.add(event.match(new Description()));
      }
    }
    return seen;
  }

  private static String json(@Nullable WatchEvent event) {
    return event instanceof WatchEvent.Added added
        ? new String(added.object().toByteArray(), UTF_8)
        : String.valueOf(event);
  }

  @Test
  void sendsListOptionsAsQueryParameters() throws Exception {
    server.otherwise((q, a) -> a.json(200, "{\"metadata\":{},\"items\":[]}"));
    var three = ResourceVersion.of(3);

    pods.list(ListOptions.ALL);
    assertThat(server.take().target()).isEqualTo("/api/v1/namespaces/default/pods");
    client.listerWatcher(NOTES, null).list(ListOptions.ALL.at(VersionMatch.any()).limitedTo(9));
    assertThat(server.take().target())
        .isEqualTo("/apis/listwatch.io/v1/notes?resourceVersion=0&limit=9");
    pods.list(ListOptions.ALL.at(VersionMatch.notOlderThan(three)));
    assertThat(server.take().target())
        .endsWith("pods?resourceVersion=3&resourceVersionMatch=NotOlderThan");
    pods.list(ListOptions.ALL.at(VersionMatch.exactly(three)));
    assertThat(server.take().target())
        .endsWith("pods?resourceVersion=3&resourceVersionMatch=Exact");
    pods.list(
        ListOptions.ALL
            .limitedTo(5)
            .continuedBy("a=&b")
            .where(LabelSelector.parse("app in (a,b)"))
            .where(FieldSelector.parse("spec.nodeName=n")));
    ScriptedServer.Request last = server.take();
    assertThat(last.query("labelSelector")).isEqualTo("app in (a,b)");
    assertThat(last.query("fieldSelector")).isEqualTo("spec.nodeName=n");
    assertThat(last.query("continue")).isEqualTo("a=&b");
    assertThat(last.query("resourceVersion")).isNull();
  }

  @Test
  void sendsWatchOptionsAsQueryParameters() throws Exception {
    server.otherwise((q, a) -> a.begin().end());

    watch().close();
    assertThat(server.take().target())
        .endsWith("pods?watch=true&resourceVersion=1&allowWatchBookmarks=true");
    pods.watch(
            WatchOptions.withInitialEvents(VersionMatch.mostRecent())
                .endingAfter(Duration.ofMinutes(5)))
        .close();
    ScriptedServer.Request initial = server.take();
    assertThat(initial.query("sendInitialEvents")).isEqualTo("true");
    assertThat(initial.query("resourceVersionMatch")).isEqualTo("NotOlderThan");
    assertThat(initial.query("resourceVersion")).isNull();
    assertThat(initial.query("timeoutSeconds")).isEqualTo("300");
    assertThat(initial.header("Accept-Encoding")).isEqualTo("gzip");
  }

  @Test
  void o8_everyWatchRequestsBookmarks() throws Exception {
    server.otherwise((q, a) -> a.begin().end());

    watch().close();

    assertThat(server.take().query("allowWatchBookmarks")).isEqualTo("true");
  }

  @Test
  void listsPages() throws Exception {
    server.thenJson(
        200,
        """
        {"metadata":{"resourceVersion":"7","continue":"more"},
         "items":[{"metadata":{"name":"a","namespace":"default","resourceVersion":"5"}}]}
        """);

    ResourceList page = pods.list(ListOptions.ALL.limitedTo(1));

    assertThat(page.version()).hasToString("7");
    assertThat(page.continueToken()).isEqualTo("more");
    assertThat(page.items()).hasSize(1);
    assertThat(page.items().get(0).kind()).isEqualTo("Pod");
  }

  @Test
  void f1_readsNonAsciiCharactersSplitBetweenPieces() throws Exception {
    byte[] all =
        (event("ADDED", "a", 2, "日本語 é 😀") + event("ADDED", "b", 3, "plain")).getBytes(UTF_8);
    server.then(
        (q, a) -> {
          a.begin();
          for (int i = 0; i < all.length; i += 3) {
            a.chunk(Arrays.copyOfRange(all, i, Math.min(i + 3, all.length)));
          }
          a.end();
        });

    Watch watch = watch();
    String first = json(watch.next());

    assertThat(first).contains("日本語 é 😀");
    assertThat(read(watch)).containsExactly("added b 3");
  }

  @Test
  void readsSeveralEventsInOneChunk() throws Exception {
    server.then(
        (q, a) ->
            a.begin()
                .chunk(event("ADDED", "a", 2, "x").strip() + event("DELETED", "a", 3, "x") + "\n\n")
                .end());

    assertThat(read(watch())).containsExactly("added a 2", "deleted a 3");
  }

  @Test
  void pain06_watchContinuesAfterAnUnreadableEvent() throws Exception {
    server.then(
        (q, a) ->
            a.begin()
                .chunk(
                    "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"p\",\"labels\":1}}}")
                .chunk("what is this?\n")
                .chunk("{\"type\":\"MOVED\",\"object\":{\"metadata\":{\"name\":\"q\"}}}")
                .chunk(event("ADDED", "a", 2, "x"))
                .end());

    assertThat(read(watch()))
        .containsExactly("unreadable p", "unreadable null", "unreadable q", "added a 2");
  }

  @Test
  void pain22_keepsUnknownFields() throws Exception {
    String frame =
        event("ADDED", "a", 2, "x").replace("\"kind\"", "\"brandNew\":{\"x\":[1]},\"kind\"");
    server.then((q, a) -> a.begin().chunk(frame).end());

    assertThat(json(watch().next())).contains("\"brandNew\":{\"x\":[1]}");
  }

  @Test
  void pain08_recognisesEveryFormOfExpired() throws Exception {
    String expired =
        "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"old\"}";
    String gone = "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Gone\"}";
    String codeOnly = "{\"kind\":\"Status\",\"code\":410}";
    String reasonOnly = "{\"kind\":\"Status\",\"reason\":\"Expired\"}";
    for (String status : List.of(expired, gone, codeOnly, reasonOnly)) {
      // Within a stream, or as the whole body of a response with code 200.
      server.then((q, a) -> a.begin().chunk(event("ADDED", "a", 2, "x") + status + "\n").end());
      assertThatThrownBy(() -> read(watch()))
          .as("no event %s", status)
          .isInstanceOf(ExpiredException.class);
      server.thenJson(200, status);
      assertThatThrownBy(() -> pods.list(ListOptions.ALL))
          .as("no list %s", status)
          .isInstanceOf(ExpiredException.class);
      server.thenJson(410, status);
      assertThatThrownBy(this::watch).as("answer %s", status).isInstanceOf(ExpiredException.class);
      server.then(
          (q, a) -> a.begin().chunk("{\"type\":\"ERROR\",\"object\":" + status + "}").end());
      assertThatThrownBy(() -> read(watch()))
          .as("event %s", status)
          .isInstanceOf(ExpiredException.class);
      server.thenJson(410, status);
      assertThatThrownBy(() -> pods.list(ListOptions.ALL)).isInstanceOf(ExpiredException.class);
    }
    server.then((q, a) -> a.bytes(410, "Gone".getBytes(UTF_8), "Content-Type: text/plain"));
    assertThatThrownBy(this::watch).isInstanceOf(ExpiredException.class);
  }

  @Test
  void recognisesAResourceVersionThatIsTooLarge() {
    server.thenJson(
        504,
        """
        {"kind":"Status","code":504,"reason":"Timeout","message":"Timeout: Too large resource version",
         "details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large"}],
         "retryAfterSeconds":1}}
        """);

    assertThatThrownBy(() -> pods.list(ListOptions.ALL))
        .isInstanceOf(VersionTooLargeException.class);
  }

  @Test
  void reportsRetryAfterOfABusyServer() {
    server.then((q, a) -> a.json(429, "{}", "Retry-After: 7"));

    assertThatThrownBy(this::watch)
        .isInstanceOfSatisfying(
            TooManyRequestsException.class,
            e -> assertThat(e.status().retryAfter()).contains(Duration.ofSeconds(7)));
  }

  @Test
  void pain10_distinguishesABrokenConnectionFromAnExpiredVersion() throws Exception {
    var read = new CountDownLatch(1);
    server.then(
        (q, a) -> {
          a.begin().chunk(event("ADDED", "a", 2, "x"));
          read.await();
          a.reset();
        });
    Watch reset = watch();
    assertThat(reset.next()).isNotNull();
    read.countDown();
    assertThatThrownBy(() -> read(reset)).isInstanceOf(UnavailableException.class);
    assertThat(reset.ended()).isTrue();

    // The JDK's client retries by itself if that is safe.
    server.otherwise((q, a) -> a.drop());
    assertThatThrownBy(this::watch).isInstanceOf(UnavailableException.class);
  }

  private static byte[] chunkedHead(String header) {
    return ("HTTP/1.1 200 OK\r\n" + header + "\r\nTransfer-Encoding: chunked\r\n\r\n")
        .getBytes(UTF_8);
  }

  private Watch streamingList() throws InterruptedException {
    return pods.watch(WatchOptions.withInitialEvents(VersionMatch.mostRecent()));
  }

  @Test
  void readsEachEventOfACompressedStreamingListWhenItArrives() throws Exception {
    var mayGoOn = new CountDownLatch(1);
    server.then(
        (q, a) -> {
          a.raw(chunkedHead("Content-Type: application/json\r\nContent-Encoding: gzip"));
          var packed = new ByteArrayOutputStream();
          var gzip = new GZIPOutputStream(packed, 512, true);
          gzip.write(event("ADDED", "a", 2, "x").getBytes(UTF_8));
          gzip.flush();
          a.chunk(packed.toByteArray());
          mayGoOn.await();
          packed.reset();
          gzip.write(event("ADDED", "b", 3, "x").getBytes(UTF_8));
          gzip.finish();
          a.chunk(packed.toByteArray()).end();
        });

    try (Watch watch = streamingList()) {
      assertThat(watch.next()).isNotNull();
      mayGoOn.countDown();
      assertThat(read(watch)).containsExactly("added b 3");
    }
    assertThat(server.take().header("Accept-Encoding")).isEqualTo("gzip");
  }

  @Test
  void closesACompressedWatchThatCannotBeDecompressed() throws Exception {
    server.then(
        (q, a) -> {
          a.raw(chunkedHead("Content-Type: application/json\r\nContent-Encoding: gzip"));
          a.chunk(event("ADDED", "a", 2, "x"));
          a.stall();
        });

    try (Watch watch = streamingList()) {
      assertThatThrownBy(watch::next)
          .isInstanceOf(MalformedException.class)
          .hasMessageContaining("not in gzip format");
      assertThat(watch.ended()).isTrue();
    }
  }

  @Test
  void requestsNoCompressionOfAWatchWithoutInitialEvents() throws Exception {
    server.then((q, a) -> a.begin().end());

    read(watch());

    assertThat(server.take().header("Accept-Encoding")).isEmpty();
  }

  @Test
  void failsIfTheStreamEndsWithinAnEvent() throws Exception {
    server.then((q, a) -> a.begin().chunk("{\"type\":\"ADDED\",\"obj").end());

    assertThatThrownBy(() -> read(watch()))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("middle of an event");
  }

  @Test
  void rejectsAnEventThatIsTooLarge() throws Exception {
    server.then(
        (q, a) -> {
          a.begin().chunk("{\"type\":\"");
          byte[] filler = "x".repeat(1 << 20).getBytes(UTF_8);
          for (int i = 0; i < 20; i++) {
            a.chunk(filler);
          }
          a.stall();
        });

    assertThatThrownBy(() -> read(watch()))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("more than");
  }

  @Test
  void rejectsAResponseThatIsNotAList() {
    server.otherwise((q, a) -> a.bytes(200, "<html>".getBytes(UTF_8), "Content-Type: text/html"));

    assertThatThrownBy(() -> pods.list(ListOptions.ALL))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("text/html");
    assertThatThrownBy(this::watch).isInstanceOf(MalformedException.class);
    assertThat(((ApiException) new MalformedException("x")).status().code()).isEqualTo(500);
  }

  @Test
  void rejectedWatchLeavesNoResponseOpen() {
    server.then(
        (q, a) -> {
          a.raw(chunkedHead("Content-Type: text/html"));
          a.stall();
        });

    assertLeavesNothingOpen(MalformedException.class);
  }

  @Test
  void expiredWatchLeavesNoResponseOpen() {
    server.thenJson(410, "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}");

    assertLeavesNothingOpen(ExpiredException.class);
  }

  private void assertLeavesNothingOpen(Class<? extends ApiException> expected) {
    try (var transport = new HttpTransport(ClientConfig.of(server.address()), Timers.system())) {
      var source =
          new HttpListerWatcher(
              transport, PODS, "default", ObjectForm.WHOLE, OptionsModifier.NOTHING);

      assertThatThrownBy(() -> source.watch(WatchOptions.after(ResourceVersion.of(1))))
          .isInstanceOf(expected);

      assertThat(transport.exchanges()).isZero();
    }
  }

  @Test
  void failsIfAListIsTruncated() {
    server.then(
        (q, a) -> {
          a.begin().chunk("{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[");
          a.drop();
        });

    assertThatThrownBy(() -> pods.list(ListOptions.ALL)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void endsAnEmptyWatch() throws Exception {
    server.then((q, a) -> a.begin().end());

    Watch watch = watch();

    assertThat(watch.next()).isNull();
    assertThat(watch.ended()).isTrue();
  }

  private static final class Description implements WatchEvent.Cases<String> {
    @Override
    public String added(Resource object) {
      return "added " + object.key().name() + " " + object.version();
    }

    @Override
    public String modified(Resource object) {
      return "modified " + object.key().name() + " " + object.version();
    }

    @Override
    public String deleted(Resource object) {
      return "deleted " + object.key().name() + " " + object.version();
    }

    @Override
    public String bookmark(WatchEvent.Bookmark bookmark) {
      return "bookmark " + bookmark.version();
    }

    @Override
    public String unreadable(UnreadableObject object) {
      return "unreadable " + object.key().orElse(null);
    }
  }
}
