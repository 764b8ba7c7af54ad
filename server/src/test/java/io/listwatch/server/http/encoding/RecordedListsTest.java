package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.time.ManualTimers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Lists and watches in protobuf, compared with kube-apiserver byte by byte. */
final class RecordedListsTest {
  private static final ResourceDefinition SERVICES =
      BuiltInResources.load().stream()
          .filter(definition -> definition.type().kind().equals("Service"))
          .findFirst()
          .orElseThrow();
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private final ManualTimers timers = new ManualTimers();
  private final KeptMessages kept = KeptMessages.ofHeap(timers);

  @Test
  void encodesLists() throws Exception {
    assertThat(list(PROTOBUF, "all")).isEqualTo(recorded("all"));
    assertThat(list(PROTOBUF, "page")).isEqualTo(recorded("page"));
    assertThat(list(PROTOBUF + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1", "metadata"))
        .isEqualTo(recorded("metadata"));
  }

  @Test
  void encodesLongerListsThanItCanKeep() throws Exception {
    String metadata = PROTOBUF + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    String lean = PROTOBUF + ";drop=metadata.managedFields";
    byte[] dropped = list(lean, "all");

    for (int budget : new int[] {0, 200, 1_000}) {
      var messages = new KeptMessages(timers, budget);
      assertThat(list(PROTOBUF, "all", messages)).isEqualTo(recorded("all"));
      assertThat(list(lean, "all", messages)).isEqualTo(dropped);
      assertThat(list(metadata, "metadata", messages)).isEqualTo(recorded("metadata"));
    }
  }

  /** The second pass over a list, and the next list, find the messages of the first. */
  @Test
  void keepsMessagesOfEveryForm() throws Exception {
    String metadata = PROTOBUF + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    String lean = ";drop=metadata.managedFields";

    for (String accept : List.of(PROTOBUF, PROTOBUF + lean, metadata, metadata + lean)) {
      var messages = KeptMessages.ofHeap(timers);
      List<Resource> items = items("all");

      byte[] first = list(accept, items, messages);
      long used = messages.used();
      byte[] second = list(accept, items, messages);

      assertThat(used).as(accept).isGreaterThan(items.size() * 128L);
      assertThat(messages.used()).isEqualTo(used);
      assertThat(second).isEqualTo(first);
    }
  }

  /** A list of kept messages is measured without encoding anything. */
  @Test
  void knowsLengthOfItemsThatWereMeasured() throws Exception {
    for (int budget : new int[] {1_000, 1 << 20}) {
      var messages = new KeptMessages(timers, budget);
      Resource item = items("all").get(0);
      assertThat(form(PROTOBUF, messages).knownLength(item)).isEqualTo(-1);

      long measured = form(PROTOBUF, messages).measure(item);

      assertThat(form(PROTOBUF, messages).knownLength(item)).isEqualTo(measured);
      assertThat(form("application/json", messages).knownLength(item)).isEqualTo(-1);
    }
  }

  @Test
  void formsOfOneObjectAreKeptSideBySide() throws Exception {
    String lean = PROTOBUF + ";drop=metadata.managedFields";
    List<Resource> items =
        List.of(
            Resource.parse(
                """
                {"kind":"Service","apiVersion":"v1","metadata":{"name":"a","managedFields":[
                 {"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1",
                 "fieldsV1":{"f:spec":{}}}]}}\
                """));

    byte[] whole = list(PROTOBUF, items, kept);
    long used = kept.used();
    byte[] dropped = list(lean, items, kept);

    assertThat(kept.used()).isGreaterThan(used);
    assertThat(dropped).hasSizeLessThan(whole.length);
    assertThat(list(PROTOBUF, items, kept)).isEqualTo(whole);
    assertThat(list(lean, items, kept)).isEqualTo(dropped);
  }

  @Test
  void encodesWatchEvents() {
    EventEncoder encoder = encoder(new FrameCache(), true);
    var out = new ByteArrayOutputStream();

    for (JsonValue event : json("watch")) {
      encoder.write(new WatchEvent.Added(resource(event.path("object"))), out);
    }

    assertThat(out.toByteArray()).isEqualTo(recorded("watch"));
  }

  @Test
  void watchesShareFrames() {
    Resource object = resource(json("all").path("items").path(0));
    var cache = new FrameCache();
    List<WatchEvent> events =
        List.of(
            new WatchEvent.Added(object),
            new WatchEvent.Modified(object),
            new WatchEvent.Deleted(object));

    for (WatchEvent event : events) {
      byte[] stream = encoder(cache, true).shared(event, false);
      byte[] message = encoder(cache, false).shared(event, false);
      var own = new ByteArrayOutputStream();
      encoder(cache, true).write(event, own);

      assertThat(stream)
          .isSameAs(encoder(cache, true).shared(event, false))
          .isEqualTo(own.toByteArray());
      assertThat(message)
          .isSameAs(encoder(cache, false).shared(event, false))
          .hasSize(own.size() - Integer.BYTES);
    }
  }

  private EventEncoder encoder(FrameCache cache, boolean prefixed) {
    return new EventEncoder(
        SERVICES,
        Representation.ofWatch(PROTOBUF, SERVICES),
        IncludedObject.METADATA,
        false,
        prefixed,
        cache,
        kept,
        new DeltaMeters(Metrics.none()),
        timers::now);
  }

  private byte[] list(String accept, String name) throws IOException {
    return list(accept, name, kept);
  }

  private byte[] list(String accept, String name, KeptMessages messages) throws IOException {
    return list(accept, items(name), head(json(name).path("metadata")), messages);
  }

  private byte[] list(String accept, List<Resource> items, KeptMessages messages)
      throws IOException {
    return list(accept, items, head(json("all").path("metadata")), messages);
  }

  private static List<Resource> items(String name) {
    List<Resource> items = new ArrayList<>();
    json(name).path("items").forEach(item -> items.add(resource(item)));
    return items;
  }

  private ObjectForm form(String accept, KeptMessages messages) {
    return ObjectForm.of(
        Representation.ofList(accept, false, SERVICES),
        SERVICES,
        IncludedObject.METADATA,
        messages,
        timers.now());
  }

  private byte[] list(String accept, List<Resource> items, ListHead head, KeptMessages messages)
      throws IOException {
    ObjectForm form = form(accept, messages);
    long length = 0;
    for (Resource item : items) {
      length += form.measure(item);
    }
    ObjectForm measured = form.measured(length);
    var out = new ByteArrayOutputStream();
    measured.writeHead(head, out);
    for (Resource item : items) {
      measured.writeItem(item, false, out);
    }
    measured.writeTail(head, false, out);
    return out.toByteArray();
  }

  private static ListHead head(JsonValue metadata) {
    JsonValue remaining = metadata.path("remainingItemCount");
    return new ListHead(
        ResourceVersion.of(Long.parseLong(metadata.path("resourceVersion").asText())),
        metadata.path("continue").asText(""),
        remaining.isNumber() ? Long.valueOf(remaining.asLong()) : null,
        "");
  }

  private static Resource resource(JsonValue item) {
    JsonObject object = (JsonObject) item;
    object.put("apiVersion", "v1").put("kind", "Service");
    return Resource.parse(JsonTrees.write(object));
  }

  private static byte[] recorded(String name) {
    return Base64.getDecoder().decode(cell(name, 1));
  }

  private static JsonValue json(String name) {
    return JsonTrees.read(cell(name, 2));
  }

  private static String cell(String name, int column) {
    try (InputStream in = RecordedListsTest.class.getResourceAsStream("lists.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines()
          .map(line -> line.split("\t", -1))
          .filter(cells -> cells[0].equals(name))
          .findFirst()
          .orElseThrow()[column];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
