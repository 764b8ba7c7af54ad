package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.OptionalLong;
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
    assertThat(list(PROTOBUF, "all", new KeptMessages(timers, 0))).isEqualTo(recorded("all"));
    assertThat(list(PROTOBUF, "all", new KeptMessages(timers, 200))).isEqualTo(recorded("all"));
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
        timers::now);
  }

  private byte[] list(String accept, String name) throws IOException {
    return list(accept, name, kept);
  }

  private byte[] list(String accept, String name, KeptMessages messages) throws IOException {
    ObjectForm form =
        ObjectForm.of(
            Representation.ofList(accept, false, SERVICES),
            SERVICES,
            IncludedObject.METADATA,
            messages,
            timers.now());
    List<Resource> items = new ArrayList<>();
    json(name).path("items").forEach(item -> items.add(resource(item)));
    long length = 0;
    for (Resource item : items) {
      length += form.measure(item);
    }
    ObjectForm measured = form.measured(length);
    var out = new ByteArrayOutputStream();
    ListHead head = head(json(name).path("metadata"));
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
        remaining.isNumber() ? OptionalLong.of(remaining.asLong()) : OptionalLong.empty(),
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
