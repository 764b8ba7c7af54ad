package io.listwatch.objects.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Trees equal Jackson's for the same bytes, and an object is an ordered map. */
final class JsonTreeProperties {
  private static final JsonMapper JUDGE =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Pattern LONG_EXPONENT = Pattern.compile("\\d[eE][-+]?\\d{10}");

  @Property(tries = 500)
  void parsesLikeJackson(@ForAll long seed) throws IOException {
    byte[] json = JUDGE.writeValueAsBytes(value(new Random(seed), 4));

    JsonValue tree = JsonTrees.read(json);

    assertThat(JUDGE.readTree(tree.toString())).isEqualTo(JUDGE.readTree(json));
    assertThat(JsonTrees.read(tree.toString())).isEqualTo(tree).hasSameHashCodeAs(tree);
    assertThat(tree.deepCopy()).isEqualTo(tree).hasToString(tree.toString());
  }

  @Property(tries = 500)
  void acceptsAndRejectsDamagedJsonLikeJackson(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] json = JUDGE.writeValueAsBytes(value(random, 3));
    // Lone surrogates are repaired here and rejected by Jackson.
    Assume.that(!new String(json, UTF_8).contains("\\uD83D"));
    json[random.nextInt(json.length)] = (byte) random.nextInt(128);
    // Exponents of ten digits and more are rejected here; BigDecimal accepts some of them.
    Assume.that(!LONG_EXPONENT.matcher(new String(json, UTF_8)).find());

    assertThat(isReadable(json)).isEqualTo(isReadableByJackson(json));
  }

  @Property(tries = 300)
  void behavesLikeAnOrderedMap(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int names) {
    Random random = new Random(seed);
    JsonObject object = new JsonObject();
    Map<String, JsonValue> model = new LinkedHashMap<>();
    for (int i = 0; i < 200; i++) {
      String name = "m" + random.nextInt(names);
      switch (random.nextInt(5)) {
        case 0, 1, 2 -> {
          object.put(name, i);
          model.put(name, JsonValue.of(i));
        }
        case 3 -> assertThat(object.remove(name)).isEqualTo(model.remove(name));
        default -> {
          int bound = random.nextInt(200);
          object.removeIf(value -> value.longValue() % 200 == bound);
          model.values().removeIf(value -> value.longValue() % 200 == bound);
        }
      }
      assertThat(object.get(name)).isEqualTo(model.get(name));
    }

    assertThat(object.fieldNames()).containsExactlyElementsOf(model.keySet());
    assertThat(object).containsExactlyElementsOf(model.values());
    assertThat(new ArrayList<>(object.properties())).hasSameSizeAs(model.entrySet());
    assertThat(object.deepCopy().fieldNames()).containsExactlyElementsOf(model.keySet());
  }

  @Property(tries = 300)
  void doublesRoundTrip(@ForAll double value) {
    assertThat(JsonTrees.read(JsonValue.of(value).toString()).doubleValue()).isEqualTo(value);
  }

  private static boolean isReadable(byte[] json) {
    try {
      JsonTrees.read(json);
      return true;
    } catch (MalformedJsonException malformed) {
      return false;
    }
  }

  private static boolean isReadableByJackson(byte[] json) {
    try {
      return !JUDGE.readTree(new String(json, UTF_8)).isMissingNode();
    } catch (IOException | NumberFormatException malformed) {
      return false;
    }
  }

  private static JsonNode value(Random random, int depth) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 -> nodes.numberNode(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(300));
      case 1 -> nodes.numberNode(BigDecimal.valueOf(random.nextInt(10_000), 2));
      case 2 -> nodes.booleanNode(random.nextBoolean());
      case 3 -> nodes.nullNode();
      case 4 -> nodes.textNode(text(random));
      case 5 -> {
        var array = nodes.arrayNode();
        for (int i = random.nextInt(5); i > 0; i--) {
          array.add(value(random, depth - 1));
        }
        yield array;
      }
      default -> {
        var object = nodes.objectNode();
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 40 : 6); i > 0; i--) {
          object.set(text(random), value(random, depth - 1));
        }
        yield object;
      }
    };
  }

  private static String text(Random random) {
    String alphabet = "abc<>&\"\\\n\u0001\u00e9\u2028\u2029\u4e2d";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return random.nextInt(8) == 0 ? text.append("\uD83D\uDE80").toString() : text.toString();
  }
}
