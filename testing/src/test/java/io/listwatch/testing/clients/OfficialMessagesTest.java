package io.listwatch.testing.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.RecordedResponse;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Trees;
import io.listwatch.seeds.TestSeeds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The messages of all built-in kinds, read and written again by the classes of the official client,
 * mean the same as before, and the classes know every field of them.
 */
final class OfficialMessagesTest {
  private static final int TREES = 20;

  static List<RecordedResponse> responses() {
    return RecordedResponse.read().stream().filter(each -> parser(each) != null).toList();
  }

  /** The official client has no messages of apiregistration.k8s.io. */
  @Test
  void onlyApiServicesHaveNoClass() {
    var lacking = new TreeSet<String>();
    for (RecordedResponse each : RecordedResponse.read()) {
      if (parser(each) == null) {
        lacking.add(each.object().path("kind").asText());
      }
    }

    assertThat(lacking).containsExactly("APIService");
  }

  @ParameterizedTest
  @MethodSource("responses")
  void readsRecordedObjects(RecordedResponse response) throws Exception {
    ObjectSchema type = response.type();

    roundTrips(response, new BuiltInForm(type).encode(response.object()));
  }

  @ParameterizedTest
  @MethodSource("responses")
  void readsRandomObjects(RecordedResponse response) throws Exception {
    ObjectSchema type = response.type();
    long seed = TestSeeds.of(OfficialMessagesTest.class) + type.name().hashCode();
    var random = new Random(seed);

    for (int i = 0; i < TREES; i++) {
      roundTrips(response, new BuiltInForm(type).encode(Trees.ofType(type, random, 4)));
    }
  }

  private static void roundTrips(RecordedResponse response, byte[] json) throws Exception {
    ObjectSchema type = response.type();
    byte[] sent = MessageTranscoder.message(type, json);

    Message read =
        (Message) parser(response).getMethod("parseFrom", byte[].class).invoke(null, sent);

    assertThat(unknownFields(read)).as(new String(json, UTF_8)).isEmpty();
    assertThat(decoded(type, read.toByteArray())).isEqualTo(decoded(type, sent));
  }

  private static String decoded(ObjectSchema type, byte[] message) {
    JsonObject object =
        ProtobufEnvelope.open(ProtobufEnvelope.seal("v1", "Any", message)).object(type);
    return new String(new BuiltInForm(type).encode(object), UTF_8);
  }

  /** Returns the messages that have fields their class does not know. */
  private static List<String> unknownFields(Message message) {
    var found = new ArrayList<String>();
    if (!message.getUnknownFields().asMap().isEmpty()) {
      found.add(message.getDescriptorForType().getFullName() + " " + message.getUnknownFields());
    }
    for (Object value : message.getAllFields().values()) {
      Collection<?> each = value instanceof Collection<?> values ? values : List.of(value);
      for (Object one : each) {
        if (one instanceof Message nested) {
          found.addAll(unknownFields(nested));
        }
      }
    }
    return found;
  }

  /** Returns the client's class of a kind, such as {@code V1Apps.Deployment}; null if none. */
  private static @Nullable Class<?> parser(RecordedResponse response) {
    String[] version = response.object().path("apiVersion").asText().split("/", -1);
    String kind = response.object().path("kind").asText();
    String group = version.length == 1 ? "" : capital(version[0].replaceAll("\\..*", ""));
    String outer = capital(version[version.length - 1]) + group;
    for (String each : List.of(outer, "Meta")) {
      try {
        return Class.forName("io.kubernetes.client.proto." + each + "$" + kind);
      } catch (ClassNotFoundException next) {
        // The kinds of discovery are in Meta.
      }
    }
    return null;
  }

  private static String capital(String text) {
    return text.isEmpty() ? "" : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
