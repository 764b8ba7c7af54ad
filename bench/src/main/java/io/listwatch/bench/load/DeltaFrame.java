package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** Recognises events that carry a delta, and reads their version. */
final class DeltaFrame {
  private static final ByteBuf START =
      Unpooled.unreleasableBuffer(
          Unpooled.copiedBuffer("{\"type\":\"MODIFIED\",\"delta\":", US_ASCII));
  private static final ByteBuf TO =
      Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(",\"to\":\"", US_ASCII));

  private DeltaFrame() {}

  static boolean is(ByteBuf frames, int start, int length) {
    int prefix = START.readableBytes();
    return length > prefix && ByteBufUtil.equals(START, 0, frames, start, prefix);
  }

  /** Returns the version that the delta leads to. */
  static long version(ByteBuf frames, int start, int length) {
    int found = ByteBufUtil.indexOf(TO, frames.slice(start, length));
    if (found < 0) {
      throw new IllegalStateException("a delta without a version");
    }
    long version = 0;
    int at = start + found + TO.readableBytes();
    for (byte c = frames.getByte(at); c >= '0' && c <= '9'; c = frames.getByte(++at)) {
      version = version * 10 + c - '0';
    }
    return version;
  }
}
