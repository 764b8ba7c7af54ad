package io.listwatch.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.JsonPath;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input from a broken or malicious server fails fast, with a clear error. */
@Timeout(60)
final class HostileInputTest {
  private static final int HUNDRED_MEGABYTES = 100 << 20;

  @Test
  void failsClearlyOnATruncatedPod() {
    byte[] pod = Pods.withManagedFields(1).next();
    for (int length = 0; length < pod.length; length++) {
      byte[] cut = Arrays.copyOf(pod, length);

      assertThatThrownBy(() -> new JsonCursor(cut).skip())
          .as("%d bytes", length)
          .isInstanceOf(JsonException.class);
      assertThatThrownBy(() -> Resource.parse(cut))
          .as("%d bytes", length)
          .isInstanceOf(MalformedException.class)
          .hasMessageContaining("(byte ");
    }
  }

  @Test
  void failsClearlyOnATruncatedList() {
    byte[] list = listOf(Pods.plain(2).next());
    for (int length = 0; length < list.length; length++) {
      byte[] cut = Arrays.copyOf(list, length);

      assertThatThrownBy(() -> ResourceReader.PLAIN.list(cut, 0, cut.length))
          .as("%d bytes", length)
          .isInstanceOf(MalformedException.class);
    }
    assertThat(ResourceReader.PLAIN.list(list, 0, list.length).items()).hasSize(1);
  }

  @Test
  void putsATruncatedFrameAsideAtEveryOffset() {
    byte[] frame = frameOf(Pods.plain(3).next());
    for (int length = 0; length < frame.length; length++) {
      assertThat(ResourceReader.PLAIN.event(frame, 0, length))
          .as("%d bytes", length)
          .isInstanceOf(WatchEvent.Unreadable.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"metadata\":{\"name\":\"a\"},\"x\":#}",
        "{\"metadata\":{\"name\":\"a\",\"x\":#}}",
        "{\"metadata\":{\"name\":\"a\",\"labels\":#}}",
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":#}}}",
        "{\"metadata\":{\"name\":\"a\",\"managedFields\":#}}",
        "{\"metadata\":{\"name\":\"a\",\"finalizers\":[#]}}",
        "{\"metadata\":{\"name\":#}}",
        "{\"metadata\":#}",
        "{\"kind\":#}",
        "{\"spec\":{\"nodeName\":#},\"metadata\":{\"name\":\"a\"}}",
        "#",
      })
  void rejectsTenThousandLevelsAnywhere(String json) {
    var reader = new ResourceReader(SelectableFields.of(List.of("spec.nodeName")));
    for (String deep :
        List.of(
            "[".repeat(10_000) + "]".repeat(10_000),
            "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000),
            "[{\"a\":".repeat(5_000) + "1" + "}]".repeat(5_000),
            "[".repeat(10_000))) {
      byte[] bytes = json.replace("#", deep).getBytes(UTF_8);
      byte[] list = listOf(bytes);

      assertThatThrownBy(() -> reader.resource(bytes, 0, bytes.length))
          .isInstanceOf(MalformedException.class)
          .message()
          .hasSizeLessThan(1000);
      assertThat(reader.event(frameOf(bytes), 0, frameOf(bytes).length))
          .isInstanceOf(WatchEvent.Unreadable.class);
      if (deep.endsWith("[")) {
        assertThatThrownBy(() -> reader.list(list, 0, list.length))
            .isInstanceOf(MalformedException.class);
      } else {
        assertThat(reader.list(list, 0, list.length).unreadable()).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"metadata\":{\"name\":\"a\"},\"x\":\"#\"}              | is larger than 16777216 bytes",
        "{\"metadata\":{\"name\":\"#\"}}                          | is larger than 16777216 bytes",
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"#\"}}} | is larger than 16777216 bytes",
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"#\":\"x\"}}} | a member name longer than"
            + " 50000",
        "{\"#\":1}                                                | a member name longer than"
            + " 50000",
        "{\"metadata\":{\"name\":\"a\"},\"x\":\"#                 | a string that does not end",
        "{\"metadata\":{\"name\":\"a\"},\"x\":#}                  | unexpected 'x'",
      })
  void rejectsAStringOfAHundredMegabytes(String json, String problem) {
    byte[] bytes = filled(json, (byte) 'x');

    assertThatThrownBy(() -> Resource.parse(bytes))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining(problem)
        .message()
        .hasSizeLessThan(1000);
  }

  @Test
  void rejectsANumberOfAHundredMegabytes() {
    byte[] bytes = filled("{\"metadata\":{\"name\":\"a\"},\"x\":#}", (byte) '1');

    assertThatThrownBy(() -> Resource.parse(bytes))
        .hasMessageContaining("x: a number longer than 1000 bytes");
  }

  @Test
  void keepsLittleOfAnUnreadableObjectOfAHundredMegabytes() {
    byte[] list =
        filled(
            "{\"items\":[{\"metadata\":{\"name\":\"a\"},\"x\":\"#\"},{\"metadata\":{\"name\":\"b\"}}]}",
            (byte) 'x');

    var read = ResourceReader.PLAIN.list(list, 0, list.length);

    assertThat(read.items()).extracting(Resource::key).containsExactly(ResourceKey.of("b"));
    assertThat(read.unreadable().get(0).key()).contains(ResourceKey.of("a"));
    assertThat(read.unreadable().get(0).problem()).contains("is larger than 16777216 bytes");
    assertThat(read.unreadable().get(0).bytes()).hasSize(UnreadableObject.MAX_BYTES);
  }

  private static byte[] filled(String template, byte filling) {
    byte[] before = template.substring(0, template.indexOf('#')).getBytes(UTF_8);
    byte[] after = template.substring(template.indexOf('#') + 1).getBytes(UTF_8);
    byte[] bytes = Arrays.copyOf(before, before.length + HUNDRED_MEGABYTES + after.length);
    Arrays.fill(bytes, before.length, bytes.length - after.length, filling);
    System.arraycopy(after, 0, bytes, bytes.length - after.length, after.length);
    return bytes;
  }

  @Test
  void acceptsAMillionLabels() {
    var json = new StringBuilder("{\"metadata\":{\"name\":\"a\",\"labels\":{");
    for (int i = 0; i < 1_000_000; i++) {
      json.append('"').append(Integer.toHexString(Integer.reverse(i))).append("\":\"\",");
    }
    json.setLength(json.length() - 1);

    var resource = Resource.parse(json + "}}}");

    assertThat(resource.labels().value("0")).isEmpty();
    assertThat(resource.labels().value("none")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "c080, an overlong NUL",
    "c1bf, an overlong DEL",
    "e080af, an overlong slash",
    "f08080af, a longer one",
    "eda080, a surrogate",
    "eda081edb080, a pair of surrogates",
    "f4908080, past the last character",
    "f8888080 80, five bytes",
    "ff, no UTF-8 at all",
    "80, a continuation without a start",
    "c3, a start without a continuation",
    "e282, cut off",
  })
  void rejectsInvalidUtf8Anywhere(String hex, String what) {
    String broken = latin1(hex.replace(" ", ""));

    for (String json :
        List.of(
            "{\"metadata\":{\"name\":\"#\"}}",
            "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"#\"}}}",
            "{\"metadata\":{\"name\":\"a\",\"labels\":{\"#\":\"x\"}}}",
            "{\"metadata\":{\"name\":\"a\"},\"spec\":[\"#\"]}",
            "{\"metadata\":{\"name\":\"a\"},\"#\":1}")) {
      byte[] bytes = json.replace("#", broken).getBytes(ISO_8859_1);

      assertThatThrownBy(() -> Resource.parse(bytes))
          .as(what)
          .isInstanceOf(MalformedException.class)
          .hasMessageContaining("invalid UTF-8: byte 0x" + hex.substring(0, 2));
    }
  }

  private static String latin1(String hex) {
    var text = new StringBuilder();
    for (int i = 0; i < hex.length(); i += 2) {
      text.append((char) Integer.parseInt(hex.substring(i, i + 2), 16));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "\\udfff", "\\udfff\\ud800", "\\ud800\\n", "\\ud800\\u0041"})
  void rejectsLoneSurrogatesAnywhere(String escape) {
    for (String json :
        List.of(
            "{\"metadata\":{\"name\":\"#\"}}",
            "{\"metadata\":{\"name\":\"a\",\"labels\":{\"#\":\"x\"}}}",
            "{\"metadata\":{\"name\":\"a\"},\"spec\":[\"#\"]}")) {
      assertThatThrownBy(() -> Resource.parse(json.replace("#", escape)))
          .isInstanceOf(MalformedException.class)
          .hasMessageContaining("a lone surrogate in a string");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000{\"metadata\":{\"name\":\"a\"}}",
        "{\u0000\"metadata\":{\"name\":\"a\"}}",
        "{\"metadata\":\u0000{\"name\":\"a\"}}",
        "{\"metadata\":{\"name\":\"\u0000\"}}",
        "{\"metadata\":{\"name\":\"a\u0000\"}}",
        "{\"metadata\":{\"n\u0000ame\":\"a\"}}",
        "{\"metadata\":{\"name\":\"a\"}}\u0000",
        "{\"metadata\":{\"name\":\"a\"},\"x\":1\u0000}",
      })
  void rejectsNulBytesAnywhere(String json) {
    assertThatThrownBy(() -> Resource.parse(json))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("byte 0x00");
  }

  @Test
  void rejectsOtherEncodings() {
    String json = "{\"metadata\":{\"name\":\"a\"}}";

    assertThatThrownBy(() -> Resource.parse(json.getBytes(UTF_16LE)))
        .hasMessageContaining("byte 0x00");
    assertThatThrownBy(() -> Resource.parse("\ufeff" + json))
        .hasMessageContaining("unexpected byte 0xef");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "-1e-999999999", "123456789012345678901234567890.5"})
  void keepsHugeNumbersUnchanged(String number) {
    var resource = Resource.parse("{\"metadata\":{\"name\":\"a\"},\"x\":" + number + "}");

    assertThat(resource.text(JsonPath.of("x"))).contains(number);
  }

  /** With repeated input, the search for the path of an error could take quadratic time. */
  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "\"", "\\", ",", "{\"\":0,", "[],", "\"\\\""})
  void failsFastOnRepeatedInput(String piece) {
    byte[] bytes = piece.repeat(2_000_000 / piece.length()).getBytes(UTF_8);

    assertThat(catchThrowable(() -> Resource.parse(bytes))).isInstanceOf(MalformedException.class);
    assertThat(catchThrowable(() -> ResourceReader.PLAIN.list(bytes, 0, bytes.length)))
        .isInstanceOf(MalformedException.class);
    assertThat(ResourceReader.PLAIN.event(bytes, 0, bytes.length))
        .isInstanceOf(WatchEvent.Unreadable.class);
  }

  @Test
  void putsAMillionBadItemsAside() {
    byte[] list = ("{\"items\":[" + "0,".repeat(999_999) + "0]}").getBytes(UTF_8);

    assertThat(ResourceReader.PLAIN.list(list, 0, list.length).unreadable()).hasSize(1_000_000);
  }

  private static byte[] listOf(byte[] item) {
    return around("{\"kind\":\"List\",\"metadata\":{},\"items\":[", item, "]}");
  }

  private static byte[] frameOf(byte[] object) {
    return around("{\"type\":\"ADDED\",\"object\":", object, "}");
  }

  private static byte[] around(String before, byte[] middle, String after) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(before.getBytes(UTF_8));
    bytes.writeBytes(middle);
    bytes.writeBytes(after.getBytes(UTF_8));
    return bytes.toByteArray();
  }
}
