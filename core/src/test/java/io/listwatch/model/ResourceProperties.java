package io.listwatch.model;

import static io.listwatch.model.JacksonHeader.JACKSON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.json.RandomJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The header of an object equals what Jackson reads, before and after parts are replaced. */
final class ResourceProperties {
  private static final List<String> VERSIONS =
      List.of("1", "42", "4711", "99999999999999999999", "opaque", "q\"\\", "größe");

  @Property(tries = 1000)
  void headerMatchesWhatJacksonReads(@ForAll long seed) throws IOException {
    JacksonHeader.assertReadsTheSame(Resource.parse(object(seed)));
  }

  @Property(tries = 1000)
  void withVersionChangesOnlyTheVersion(@ForAll long seed) throws IOException {
    String version = VERSIONS.get(Math.floorMod(seed, VERSIONS.size()));
    var resource = Resource.parse(object(seed));
    JsonNode expected = JACKSON.readTree(resource.toByteArray());
    metadata(expected).put("resourceVersion", version);

    var moved = resource.withVersion(ResourceVersion.of(version));

    assertThat(JACKSON.readTree(moved.toByteArray())).isEqualTo(expected);
    assertSpansHold(moved);
  }

  @Property(tries = 1000)
  void withApiVersionChangesOnlyTheApiVersion(@ForAll long seed) throws IOException {
    var resource = Resource.parse(object(seed));
    Assume.that(!resource.apiVersion().isEmpty());
    JsonNode expected = JACKSON.readTree(resource.toByteArray());
    ((ObjectNode) expected).put("apiVersion", "example.com/v2beta1");

    var other = resource.withApiVersion("example.com/v2beta1");

    assertThat(JACKSON.readTree(other.toByteArray())).isEqualTo(expected);
    assertThat(other.apiVersion()).isEqualTo("example.com/v2beta1");
    assertSpansHold(other);
  }

  @Property(tries = 1000)
  void withoutManagedFieldsRemovesNothingElse(@ForAll long seed) throws IOException {
    var resource = Resource.parse(object(seed));
    JsonNode expected = JACKSON.readTree(resource.toByteArray());
    metadata(expected).remove("managedFields");

    var lean = resource.withoutManagedFields();

    assertThat(JACKSON.readTree(lean.toByteArray())).isEqualTo(expected);
    assertSpansHold(lean);
    assertSpansHold(lean.withVersion(ResourceVersion.of(5)));
    assertSpansHold(resource.withVersion(ResourceVersion.of(5)).withoutManagedFields());
  }

  @Property(tries = 1000)
  void partialMetadataEqualsTheMetadata(@ForAll long seed) throws IOException {
    var resource = Resource.parse(object(seed));

    JsonNode partial = JACKSON.readTree(resource.partialMetadata());

    assertThat(partial.get("metadata"))
        .isEqualTo(metadata(JACKSON.readTree(resource.toByteArray())));
    assertThat(partial.get("kind").textValue()).isEqualTo("PartialObjectMetadata");
  }

  @Property(tries = 10_000)
  void mutatedObjectIsRejectedOrReadLikeJackson(@ForAll long seed) throws IOException {
    byte[] mutant = new RandomJson(new Random(seed)).mutated(object(seed));
    Resource resource;
    try {
      resource = Resource.parse(mutant);
    } catch (MalformedException refused) {
      assertThat(refused).hasMessageContaining("(byte ");
      return;
    }

    JacksonHeader.assertReadsTheSame(resource);
  }

  @Property(tries = 2000)
  void mutatedFrameIsAnEventOrAnError(@ForAll long seed) throws IOException {
    byte[] mutant = new RandomJson(new Random(seed)).mutated(frame(seed));
    try {
      var event = ResourceReader.PLAIN.event(mutant, 0, mutant.length);
      if (event instanceof WatchEvent.Modified modified) {
        JacksonHeader.assertReadsTheSame(modified.object());
      }
    } catch (ApiException refused) {
      assertThat(refused).hasMessageContaining(":");
    }
  }

  @Property(tries = 2000)
  void mutatedListIsReadOrRejected(@ForAll long seed) throws IOException {
    byte[] mutant = new RandomJson(new Random(seed)).mutated(list(seed));
    try {
      for (Resource item : ResourceReader.PLAIN.list(mutant, 0, mutant.length).items()) {
        JacksonHeader.assertReadsTheSame(item);
      }
    } catch (MalformedException refused) {
      assertThat(refused).hasMessageContaining("(byte ");
    }
  }

  /** Checks that the header of an edited object equals the header of its parsed bytes. */
  private static void assertSpansHold(Resource spliced) throws IOException {
    JacksonHeader.assertReadsTheSame(spliced);
    var parsed = Resource.parse(spliced.toByteArray());
    assertThat(spliced.partialMetadata()).isEqualTo(parsed.partialMetadata());
    // White space may differ: the removed comma depends on which member was first.
    assertThat(JACKSON.readTree(spliced.withoutManagedFields().toByteArray()))
        .isEqualTo(JACKSON.readTree(parsed.withoutManagedFields().toByteArray()));
    var later = ResourceVersion.of("later");
    assertThat(spliced.withVersion(later)).isEqualTo(parsed.withVersion(later));
  }

  private static ObjectNode metadata(JsonNode tree) {
    return (ObjectNode) tree.get("metadata");
  }

  private static byte[] frame(long seed) {
    String object = new String(object(seed), UTF_8);
    return ("{\"type\":\"MODIFIED\",\"object\":" + object + "}").getBytes(UTF_8);
  }

  private static byte[] list(long seed) {
    String items = new String(object(seed), UTF_8) + "," + new String(object(seed + 1), UTF_8);
    return ("{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + items + "]}").getBytes(UTF_8);
  }

  /** Returns an object with some relevant and some other members, in any order. */
  private static byte[] object(long seed) {
    var random = new Random(seed);
    var json = new RandomJson(random);
    var metadata = new ArrayList<String>();
    metadata.add(json.member(json.string("name"), json.string("cart-ä")));
    maybe(random, metadata, json.member(json.string("namespace"), json.string("shop")));
    maybe(random, metadata, json.member(json.string("uid"), json.string()));
    maybe(random, metadata, json.member(json.string("resourceVersion"), json.string("42")));
    maybe(random, metadata, json.member(json.string("managedFields"), json.value()));
    maybe(random, metadata, json.member(json.string("labels"), labels(json)));
    maybe(random, metadata, json.member(json.string("finalizers"), "[" + json.string() + "]"));
    maybe(random, metadata, json.member(json.string("deletionTimestamp"), json.string("now")));
    maybe(random, metadata, json.member(json.string("generation"), json.value()));
    Collections.shuffle(metadata, random);
    var root = new ArrayList<String>();
    root.add(json.member(json.string("metadata"), "{" + String.join(",", metadata) + "}"));
    maybe(random, root, json.member(json.string("kind"), json.string()));
    maybe(random, root, json.member(json.string("apiVersion"), json.string()));
    maybe(random, root, json.member(json.string("spec"), json.value()));
    Collections.shuffle(root, random);
    return ("{" + String.join(",", root) + "}").getBytes(UTF_8);
  }

  private static String labels(RandomJson json) {
    return "{"
        + json.member(json.string("b"), json.string())
        + ","
        + json.member(json.string("a"), "null")
        + ","
        + json.member(json.string("ä"), json.string())
        + "}";
  }

  private static void maybe(Random random, List<String> members, String member) {
    if (random.nextBoolean()) {
      members.add(member);
    }
  }
}
