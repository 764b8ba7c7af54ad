package io.listwatch.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Any bytes of a server are split into the same frames, regardless of the pieces in which they
 * arrive.
 */
final class WatchFramesFuzz {
  @FuzzTest(maxDuration = "20s")
  void splitsIntoTheSameFrames(byte[] stream) {
    assertThat(frames(stream, stream.length + 1))
        .usingElementComparator((a, b) -> java.util.Arrays.compare(a, b))
        .containsExactlyElementsOf(frames(stream, 3));
  }

  private static List<byte[]> frames(byte[] stream, int pieceSize) {
    var frames = new WatchFrames();
    var found = new ArrayList<byte[]>();
    for (int at = 0; at < stream.length; at += pieceSize) {
      frames.add(ByteBuffer.wrap(stream, at, Math.min(pieceSize, stream.length - at)));
      for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
        assertThat(frame).isNotEmpty();
        found.add(frame);
      }
    }
    return found;
  }
}
