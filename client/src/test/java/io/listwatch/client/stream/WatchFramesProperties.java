package io.listwatch.client.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.JsonString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Frames equal those sent, for any content and at any split of the stream. */
final class WatchFramesProperties {
  @Property(tries = 300)
  void framesEqualThoseSent(
      @ForAll("frames") List<String> frames,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 50) Integer> cuts) {
    byte[] stream = String.join("\n", frames).getBytes(UTF_8);
    var cutter = new WatchFrames();
    var found = new ArrayList<String>();

    int at = 0;
    for (int i = 0; at < stream.length; i++) {
      int size = Math.min(cuts.get(i % cuts.size()), stream.length - at);
      cutter.add(ByteBuffer.wrap(stream, at, size));
      for (byte[] frame = cutter.next(); frame != null; frame = cutter.next()) {
        found.add(new String(frame, UTF_8));
      }
      assertThat(cutter.usedUp()).isTrue();
      at += size;
    }

    assertThat(found).isEqualTo(frames);
    assertThat(cutter.incomplete()).isFalse();
  }

  @Provide
  Arbitrary<List<String>> frames() {
    Arbitrary<String> text =
        Arbitraries.of("a", "{", "}", "[", "]", "\"", ",", ":", "\\", " ", "\n", "é", "日", "😀")
            .list()
            .ofMaxSize(12)
            .map(parts -> String.join("", parts));
    Arbitrary<String> raw = text.map(WatchFramesProperties::unescaped);
    Arbitrary<String> escaped = text.map(JsonString::quote);
    return Arbitraries.oneOf(raw, escaped)
        .list()
        .ofMaxSize(4)
        .map(
            values ->
                "{\"type\":\"ADDED\",\"object\":{\"a\":[" + String.join(" , ", values) + "]}}")
        .list()
        .ofMaxSize(6);
  }

  /** Escapes only the characters that JSON requires, like some servers. */
  private static String unescaped(String text) {
    String escaped =
        text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t");
    return "\"" + escaped + "\"";
  }
}
