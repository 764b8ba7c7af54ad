package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class MessageTranscoderProperties {
  private static final List<ObjectSchema> KINDS =
      RecordedResponse.read().stream().map(RecordedResponse::type).distinct().toList();

  @Property(tries = 2000)
  void canonicalJsonNeedsOnePass(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectSchema type = kind(random);
    byte[] json = new BuiltInForm(type).encode(Trees.ofType(type, random, 5));

    assertThat(MessageTranscoder.needsOnePass(type, json)).isTrue();
  }

  @Property(tries = 1000)
  void orderOfMembersDoesNotMatter(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectSchema type = kind(random);
    JsonObject object = new BuiltInForm(type).normalize(Trees.ofType(type, random, 4));
    byte[] canonical = MessageTranscoder.message(type, bytes(object));

    byte[] shuffled = MessageTranscoder.message(type, bytes(shuffled(object, random)));

    assertThat(shuffled).isEqualTo(canonical);
  }

  @Property(tries = 2000)
  void damagedJsonIsEncodedOrRejected(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectSchema type = kind(random);
    byte[] json = new BuiltInForm(type).encode(Trees.ofType(type, random, 4));
    for (int i = random.nextInt(4); i >= 0; i--) {
      json[random.nextInt(json.length)] = (byte) "\"\\{}[],:0-.ntf u".charAt(random.nextInt(16));
    }
    byte[] damaged = Arrays.copyOf(json, json.length - random.nextInt(2));

    try {
      assertThat(MessageTranscoder.message(type, damaged)).isNotNull();
    } catch (MalformedProtobufException | MalformedJsonException rejected) {
      assertThat(rejected).hasMessageMatching("(?s).+");
    }
  }

  private static ObjectSchema kind(Random random) {
    return KINDS.get(random.nextInt(KINDS.size()));
  }

  private static byte[] bytes(JsonValue tree) {
    return JsonTrees.write(tree).getBytes(UTF_8);
  }

  /** Returns the object with the members of its own level in another order. */
  private static JsonObject shuffled(JsonObject object, Random random) {
    List<Map.Entry<String, JsonValue>> members = new ArrayList<>(object.properties());
    Collections.shuffle(members, random);
    JsonObject shuffled = new JsonObject();
    members.forEach(member -> shuffled.set(member.getKey(), member.getValue()));
    return shuffled;
  }
}
