package io.listwatch.server.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.ResponseHeaders;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many bytes a stream holds that no other stream shares, with the spare room of buffers. */
final class ChunkedFramesTest {
  private static final int LIMIT = 1_000;

  private final ChunkedFrames sink =
      new ChunkedFrames(ByteBufAllocator.DEFAULT, LIMIT, ResponseHeaders.of(200));

  @AfterEach
  void release() {
    sink.release();
    sink.response().abort();
  }

  private void write(int length) throws IOException {
    sink.frame().write(new byte[length]);
    sink.endFrame();
  }

  @Test
  void sharedFrameIsNotCounted() {
    sink.add(new byte[5_000]);
    assertThat(sink.unshared()).isZero();

    sink.send();

    assertThat(sink.unshared()).isZero();
  }

  @Test
  void ownFrameIsCountedBeforeAndAfterItIsSent() throws IOException {
    write(700);
    assertThat(sink.unshared()).isBetween(700L, 2 * 700L);

    sink.send();

    assertThat(sink.unshared()).isBetween(700L, 2 * 700L);
  }

  @Test
  void packedFrameIsCounted() {
    sink.addPacked(new byte[9_000], new byte[5_000]);
    assertThat(sink.unshared()).isEqualTo(5_000);

    sink.send();

    assertThat(sink.unshared()).isEqualTo(5_000);
  }

  @Test
  void copyOfSharedFrameIsCounted() throws IOException {
    write(100);
    sink.add(new byte[300]);

    assertThat(sink.unshared()).isBetween(400L, 2 * 400L);
  }

  @Test
  void nextWriteReplacesTheOneThatWasConsumed() throws IOException {
    write(700);
    sink.send();

    sink.add(new byte[5_000]);
    sink.send();

    assertThat(sink.unshared()).isZero();
  }

  @Test
  void restOfLongWriteIsCountedBesideTheWrite() throws IOException {
    write(700);
    write(600);

    sink.send();

    assertThat(sink.unshared()).isGreaterThanOrEqualTo(1_300);
  }
}
