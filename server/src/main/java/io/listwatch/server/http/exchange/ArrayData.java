package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.ByteBufAccessMode;
import com.linecorp.armeria.common.HttpData;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.Charset;

/**
 * A byte array as the data of a response, sent without a copy. The array must not change; it may be
 * the data of many responses. Armeria's own data is copied into direct memory before it waits for
 * its turn in the connection, so clients that read nothing would fill that memory.
 */
public final class ArrayData implements HttpData {
  private final byte[] bytes;
  private final boolean last;

  public ArrayData(byte[] bytes) {
    this(bytes, false);
  }

  private ArrayData(byte[] bytes, boolean last) {
    this.bytes = bytes;
    this.last = last;
  }

  @Override
  public byte[] array() {
    return bytes;
  }

  @Override
  public int length() {
    return bytes.length;
  }

  @Override
  public boolean isEndOfStream() {
    return last;
  }

  @Override
  public HttpData withEndOfStream(boolean endOfStream) {
    return endOfStream == last ? this : new ArrayData(bytes, endOfStream);
  }

  @Override
  public ByteBuf byteBuf(ByteBufAccessMode mode) {
    return Unpooled.wrappedBuffer(bytes);
  }

  @Override
  public ByteBuf byteBuf(int offset, int length, ByteBufAccessMode mode) {
    return Unpooled.wrappedBuffer(bytes, offset, length);
  }

  @Override
  public InputStream toInputStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public String toString(Charset charset) {
    return new String(bytes, charset);
  }

  @Override
  public String toString() {
    return "%d bytes".formatted(bytes.length);
  }

  /** False: the array is not returned to a pool. */
  @Override
  public boolean isPooled() {
    return false;
  }

  /** Does nothing. */
  @Override
  public void close() {}
}
