package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.ProtobufMessage;
import io.listwatch.objects.schema.BuiltInTypes;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Makes the same comparison as client-go's consistency detector ({@code
 * KUBE_WATCHLIST_INCONSISTENCY_DETECTOR=true}): the objects of a streaming list with those of a
 * list at its version. The requests were recorded from the informers of client-go 0.36.4. The
 * detector compares decoded objects; here they are equal byte by byte.
 */
final class ConsistencyDetectorTest {
  private static final String END = "k8s.io/initial-events-end";
  private static final String EVENT_HEAD =
      "^\\{\"type\":\"ADDED\",\"object\":\\{\"kind\":\"\\w+\",\"apiVersion\":\"[^\"]+\",";
  private static final byte[] BOOKMARK = "BOOKMARK".getBytes(UTF_8);
  private static final int MAGIC = 4;
  private static final int ITEMS = 2;

  private static OpenServer server;

  /** Two requests of an informer: its streaming list, and the list of the detector. */
  record Exchange(String accept, String stream, String list) {}

  @BeforeAll
  static void start() {
    server = new OpenServer();
    create("/api/v1/namespaces/default/configmaps", "'data':{'text':'größe','none':''}");
    create("/api/v1/namespaces/default/secrets", "'data':{'key':'AAECAw=='}");
    create(
        "/api/v1/namespaces/default/services",
        "'spec':{'ports':[{'name':'a','port':80,'targetPort':'http'},{'name':'b','port':81}]}");
    create(
        "/api/v1/namespaces/default/pods",
        """
        'spec':{'containers':[{'name':'c','image':'i',
          'resources':{'requests':{'cpu':'1e-1','memory':'1e3'}}}]}\
        """);
    create(
        "/apis/apps/v1/namespaces/default/deployments",
        """
        'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},
          'spec':{'containers':[{'name':'c','image':'i'}]}}}\
        """);
    create(
        "/apis/coordination.k8s.io/v1/namespaces/default/leases",
        "'spec':{'holderIdentity':'h','renewTime':'2026-09-01T10:00:00.000000Z'}");
    create(
        "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
        """
        'spec':{'maxReplicas':3,'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'a'},
          'metrics':[{'type':'Resource','resource':{'name':'memory',
            'target':{'type':'AverageValue','averageValue':'1Gi'}}}]}\
        """);
    create("/api/v1/nodes", "'spec':{'podCIDR':'10.0.0.0/24'}");
  }

  private static void create(String path, String members) {
    String body = "{'metadata':{'name':'a'},%s}".formatted(members).replace('\'', '"');
    HttpResponse<String> created = server.answer("POST", path, body);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Exchange> exchanges() throws IOException {
    try (InputStream in =
        ConsistencyDetectorTest.class.getResourceAsStream("consistency-detector.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .map(cells -> new Exchange(cells[0], cells[1], cells[2]));
    }
  }

  @ParameterizedTest
  @MethodSource("exchanges")
  void listEqualsStreamingList(Exchange exchange) throws Exception {
    if (exchange.accept.startsWith(ProtobufEnvelope.MEDIA_TYPE)) {
      compareProtobuf(exchange);
    } else {
      compareJson(exchange);
    }
  }

  private static void compareJson(Exchange exchange) throws IOException {
    var items = new ArrayList<String>();
    String version = "";
    try (BufferedReader frames =
        new BufferedReader(new InputStreamReader(stream(exchange), UTF_8))) {
      while (version.isEmpty()) {
        String frame = Objects.requireNonNull(frames.readLine());
        JsonValue metadata = JsonTrees.read(frame).path("object").path("metadata");
        if (metadata.path("annotations").has(END)) {
          version = metadata.path("resourceVersion").asText();
        } else {
          // The items of a list lack kind and apiVersion.
          items.add(frame.replaceFirst(EVENT_HEAD, "{").replaceFirst("}$", ""));
        }
      }
    }

    String list = new String(list(exchange, version), UTF_8);

    assertThat(items).isNotEmpty();
    assertThat(list).endsWith("\"items\":[" + String.join(",", items) + "]}\n");
  }

  private static void compareProtobuf(Exchange exchange) throws IOException {
    var items = new ByteArrayOutputStream();
    String version = "";
    try (var frames = new DataInputStream(stream(exchange))) {
      while (version.isEmpty()) {
        ByteBuffer event = ByteBuffer.wrap(frames.readNBytes(frames.readInt()));
        byte[] type = field(event, 1);
        byte[] envelope = field(ByteBuffer.wrap(field(event, 2)), 1);
        if (Arrays.equals(type, BOOKMARK)) {
          version = version(envelope);
        } else {
          byte[] message = message(envelope);
          items.writeBytes(ProtobufMessage.fieldHead(ITEMS, message.length));
          items.writeBytes(message);
        }
      }
    }

    ByteBuffer list = ByteBuffer.wrap(message(list(exchange, version)));
    byte[] unused = field(list, 1);
    byte[] listed = new byte[list.remaining()];
    list.get(listed);

    assertThat(listed).isNotEmpty().isEqualTo(items.toByteArray());
  }

  /** Returns the version of a bookmark. */
  private static String version(byte[] envelope) {
    ProtobufEnvelope bookmark = ProtobufEnvelope.open(envelope);
    GroupVersion of = GroupVersion.of(bookmark.apiVersion());
    var type = BuiltInTypes.load().find(of.group(), of.version(), bookmark.kind()).orElseThrow();
    return bookmark.object(type).path("metadata").path("resourceVersion").asText();
  }

  /** Returns the message in an envelope: its second field, after the magic number and the type. */
  private static byte[] message(byte[] envelope) {
    ByteBuffer fields = ByteBuffer.wrap(envelope, MAGIC, envelope.length - MAGIC);
    byte[] unused = field(fields, 1);
    return field(fields, 2);
  }

  /** Reads a field that has a length. */
  private static byte[] field(ByteBuffer message, int number) {
    assertThat(message.get()).isEqualTo((byte) (number << 3 | 2));
    int length = 0;
    byte part;
    int shift = 0;
    do {
      part = message.get();
      length |= (part & 0x7f) << shift;
      shift += 7;
    } while (part < 0);
    var content = new byte[length];
    message.get(content);
    return content;
  }

  private static InputStream stream(Exchange exchange) {
    return server.read(exchange.stream, exchange.accept, BodyHandlers.ofInputStream()).body();
  }

  private static byte[] list(Exchange exchange, String version) {
    String path = exchange.list.replace("<version>", version);
    return server.read(path, exchange.accept, BodyHandlers.ofByteArray()).body();
  }
}
