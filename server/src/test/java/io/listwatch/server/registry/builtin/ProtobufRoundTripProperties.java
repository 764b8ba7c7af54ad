package io.listwatch.server.registry.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Trees;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every built-in kind survives encoding to protobuf and decoding again. */
final class ProtobufRoundTripProperties {
  private static final List<ObjectSchema> KINDS =
      BuiltInResources.load().stream()
          .map(ResourceDefinition::type)
          .flatMap(type -> BuiltInTypes.load().find(type).stream())
          .distinct()
          .toList();

  @Property(tries = 3000)
  void objectSurvivesProtobufRoundTrip(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectSchema type = KINDS.get(random.nextInt(KINDS.size()));
    var form = new BuiltInForm(type);
    JsonObject object = form.normalize(Trees.ofType(type, random, 5));
    object.remove(List.of("kind", "apiVersion"));
    // Embedded objects lose their kind and apiVersion, which have no protobuf field numbers; the
    // same happens in kube-apiserver.
    for (JsonValue claim : object.path("spec").path("volumeClaimTemplates")) {
      if (claim instanceof JsonObject template) {
        template.remove(List.of("kind", "apiVersion"));
      }
    }

    emptyNullLists(object);

    JsonObject read = read(type, MessageTranscoder.message(type, form.encode(object)));

    assertThat(spelled(form, read)).as(type.name()).isEqualTo(spelled(form, object));
  }

  /** A list in a map is never null in protobuf: an absent one is empty. */
  private static void emptyNullLists(JsonObject object) {
    for (Map.Entry<String, JsonValue> member : List.copyOf(object.properties())) {
      if (member.getValue() instanceof JsonObject nested) {
        if (member.getKey().equals("extra")) {
          List.copyOf(nested.properties()).stream()
              .filter(each -> each.getValue().isNull())
              .forEach(each -> nested.set(each.getKey(), new JsonArray()));
        }
        emptyNullLists(nested);
      }
    }
  }

  /** Compares encoded JSON, because the trees of -2 and -2.0 are not equal. */
  private static String spelled(BuiltInForm form, JsonObject object) {
    return new String(form.encode(object), UTF_8);
  }

  private static JsonObject read(ObjectSchema type, byte[] message) {
    return ProtobufEnvelope.open(ProtobufEnvelope.seal("v1", "X", message)).object(type);
  }
}
