package io.listwatch.official;

import io.listwatch.client.http.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import okhttp3.Call;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * Executes a call and passes on the body of its response, piece by piece, as it is requested.
 *
 * <p>One thread runs it; any thread may request and cancel.
 */
final class BlockingResponse implements Runnable, Flow.Subscription {
  private static final int PIECE = 16 << 10;

  private final Call call;
  private final Flow.Subscriber<List<ByteBuffer>> body;
  private final CompletableFuture<Exchange.Head> head = new CompletableFuture<>();
  private final Semaphore requested = new Semaphore(0);

  BlockingResponse(Call call, Flow.Subscriber<List<ByteBuffer>> body) {
    this.call = call;
    this.body = body;
    var unused =
        head.whenComplete(
            (begun, failure) -> {
              if (head.isCancelled()) {
                cancel();
              }
            });
  }

  /** Completes when the response begins. Cancelling it ends the call. */
  CompletableFuture<Exchange.Head> head() {
    return head;
  }

  @Override
  public void run() {
    try (Response response = call.execute()) {
      begin(response);
      pass(response.body());
      body.onComplete();
    } catch (IOException | RuntimeException e) {
      // A failure before the response goes to the caller, a later one to the reader of the body.
      if (!head.completeExceptionally(e)) {
        body.onError(e);
      }
    }
  }

  private void begin(Response response) {
    body.onSubscribe(this);
    var headers = HttpHeaders.of(response.headers().toMultimap(), (name, value) -> true);
    head.complete(new Exchange.Head(response.code(), headers));
  }

  private void pass(ResponseBody received) throws IOException {
    InputStream bytes = received.byteStream();
    byte[] piece = new byte[PIECE];
    awaitRequest();
    for (int read = bytes.read(piece); read >= 0; read = bytes.read(piece)) {
      if (read > 0) {
        body.onNext(List.of(ByteBuffer.wrap(piece, 0, read)));
        piece = new byte[PIECE];
        awaitRequest();
      }
    }
  }

  private void awaitRequest() throws IOException {
    try {
      requested.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading " + call.request().url());
    }
    if (call.isCanceled()) {
      throw new IOException("canceled: " + call.request().url());
    }
  }

  @Override
  public void request(long pieces) {
    requested.release((int) Math.min(pieces, PIECE));
  }

  @Override
  public void cancel() {
    call.cancel();
    requested.release();
  }
}
