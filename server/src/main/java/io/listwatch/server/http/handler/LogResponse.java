package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.kubelet.KubeletLog;
import io.listwatch.time.Timers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The response with the log of a container. Requests the next piece when the client has received
 * the last one, so it holds one piece at a time, and no thread.
 *
 * <p>Threads: the kubelet client's, and those of timers.
 */
final class LogResponse implements Flow.Subscriber<List<ByteBuffer>> {
  /** The time that a node may be silent in the middle of a log that is not followed. */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(30);

  /** The longest time that a log may be sent. */
  private static final Duration MAX_TIME = Duration.ofHours(4);

  private final HttpResponseWriter response = HttpResponse.streaming();
  private final KubeletLog log;
  private final Timers timers;
  private final boolean followed;
  private final Timers.Timer end;

  private volatile Flow.@Nullable Subscription subscription;
  private volatile Timers.@Nullable Timer silence;

  private LogResponse(KubeletLog log, Timers timers, boolean followed) {
    this.log = log;
    this.timers = timers;
    this.followed = followed;
    this.end = timers.schedule(MAX_TIME, response::close);
  }

  /** Starts to send a log. */
  static HttpResponse of(Exchange exchange, KubeletLog log, Timers timers) {
    exchange.context().clearRequestTimeout();
    // A stream holds no seats: it may last for hours.
    exchange.onInitialized().run();
    var stream = new LogResponse(log, timers, exchange.query().flag("follow"));
    stream.response.write(Responses.headers(200, "text/plain").build());
    var unused = stream.response.whenComplete().whenComplete((done, gone) -> stream.stop());
    log.subscribe(stream);
    return stream.response;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    if (response.isOpen()) {
      more();
    } else {
      newSubscription.cancel();
    }
  }

  private void more() {
    Flow.Subscription current = subscription;
    if (current != null) {
      if (!followed) {
        silence = timers.schedule(MAX_SILENCE, () -> fail(new SilentNodeException()));
      }
      current.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    quiet();
    for (ByteBuffer each : buffers) {
      byte[] part = new byte[each.remaining()];
      each.get(part);
      boolean unused = response.tryWrite(HttpData.wrap(part));
    }
    var unused = response.whenConsumed().thenRun(this::more);
  }

  private void quiet() {
    Timers.Timer current = silence;
    if (current != null) {
      current.cancel();
    }
  }

  /** A log that was sent in part cannot be replaced by an error: breaks the response. */
  @Override
  public void onError(Throwable failure) {
    fail(failure);
  }

  private void fail(Throwable failure) {
    response.abort(failure);
  }

  @Override
  public void onComplete() {
    response.close();
  }

  /** Called once the response is complete, or its client has disconnected. */
  private void stop() {
    quiet();
    end.cancel();
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
    log.close();
  }

  /** The node has sent nothing for a while. */
  private static final class SilentNodeException extends Exception {
    private static final long serialVersionUID = 1;

    SilentNodeException() {
      super("the node sent nothing for " + MAX_SILENCE.toSeconds() + " s");
    }
  }
}
