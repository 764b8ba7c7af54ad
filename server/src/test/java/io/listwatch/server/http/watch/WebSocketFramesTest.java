package io.listwatch.server.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.websocket.WebSocket;
import com.linecorp.armeria.common.websocket.WebSocketFrame;
import com.linecorp.armeria.common.websocket.WebSocketFrameType;
import com.linecorp.armeria.common.websocket.WebSocketWriter;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

final class WebSocketFramesTest {
  private final WebSocketWriter fromClient = WebSocket.streaming();
  private final Client client = new Client();

  WebSocketFramesTest() {
    var unused =
        new WebSocketFrames(
            ByteBufAllocator.DEFAULT,
            ImmediateEventExecutor.INSTANCE,
            false,
            fromClient,
            toClient -> {
              toClient.subscribe(client, ImmediateEventExecutor.INSTANCE);
              return HttpResponse.streaming();
            });
  }

  @Test
  void clientThatReadsNothingGetsPongsForFirstAndLatestPingOnly() {
    for (int i = 0; i < 100; i++) {
      fromClient.writePing(new byte[] {(byte) i});
    }

    client.read(Long.MAX_VALUE);

    assertThat(client.pongs).containsExactly(0, 99);
  }

  @Test
  void everyPingOfReadingClientGetsPong() {
    client.read(Long.MAX_VALUE);

    for (int i = 0; i < 3; i++) {
      fromClient.writePing(new byte[] {(byte) i});
    }

    assertThat(client.pongs).containsExactly(0, 1, 2);
  }

  /** Collects the pongs that it receives, up to the number of frames that it requests. */
  private static final class Client implements Subscriber<WebSocketFrame> {
    private final List<Integer> pongs = new ArrayList<>();
    private @Nullable Subscription subscription;

    void read(long frames) {
      assertThat(subscription).isNotNull();
      if (subscription != null) {
        subscription.request(frames);
      }
    }

    @Override
    public void onSubscribe(Subscription newSubscription) {
      subscription = newSubscription;
    }

    @Override
    public void onNext(WebSocketFrame frame) {
      try (frame) {
        if (frame.type() == WebSocketFrameType.PONG) {
          pongs.add((int) frame.array()[0]);
        }
      }
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
