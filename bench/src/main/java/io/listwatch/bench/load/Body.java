package io.listwatch.bench.load;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;

/** A response body whose bytes are either kept or only counted. */
final class Body implements ResponseListener {
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
  private final CompletableFuture<Body> whole = new CompletableFuture<>();
  private final boolean keeping;
  private int status;
  private long length;

  private Body(boolean keeping) {
    this.keeping = keeping;
  }

  static Body kept() {
    return new Body(true);
  }

  static Body counted() {
    return new Body(false);
  }

  /** Completes with this body. Fails if the status is not a success. */
  CompletableFuture<Body> whole() {
    return whole;
  }

  long length() {
    return length;
  }

  byte[] bytes() {
    return kept.toByteArray();
  }

  @Override
  public void headers(int status) {
    this.status = status;
  }

  @Override
  public boolean data(ByteBuf data) {
    length += data.readableBytes();
    if (keeping || status >= 300) {
      byte[] part = new byte[data.readableBytes()];
      data.readBytes(part);
      kept.writeBytes(part);
    }
    return true;
  }

  @Override
  public void end() {
    if (status < 300) {
      whole.complete(this);
    } else {
      broken("status " + status + ": " + kept);
    }
  }

  @Override
  public void broken(String reason) {
    whole.completeExceptionally(new IllegalStateException(reason));
  }
}
