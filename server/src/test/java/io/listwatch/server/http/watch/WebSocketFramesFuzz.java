package io.listwatch.server.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpRequestWriter;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.websocket.WebSocket;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;

/**
 * Any bytes of a client are frames that are ignored, or end the watch. When the bytes end, the
 * connection is closed.
 */
final class WebSocketFramesFuzz {
  private static final RequestHeaders UPGRADE =
      RequestHeaders.builder(HttpMethod.GET, "/api/v1/pods?watch=1")
          .add("connection", "Upgrade")
          .add("upgrade", "websocket")
          .add("sec-websocket-version", "13")
          .add("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==")
          .build();

  @FuzzTest(maxDuration = "20s")
  void dropsFramesOrEndsTheWatch(byte[] bytes) {
    HttpRequestWriter request = HttpRequest.streaming(UPGRADE);
    ServiceRequestContext context = ServiceRequestContext.of(request);
    WebSocket inbound = new WebSocketUpgrade().protocol().decode(context, request);
    var frames =
        new WebSocketFrames(
            ByteBufAllocator.DEFAULT,
            ImmediateEventExecutor.INSTANCE,
            false,
            inbound,
            outbound -> {
              outbound.abort();
              return HttpResponse.streaming();
            });

    for (int at = 0; at < bytes.length; at += 100) {
      int end = Math.min(bytes.length, at + 100);
      boolean unused = request.tryWrite(HttpData.copyOf(bytes, at, end - at));
    }
    request.close();

    assertThat(frames.gone().join()).isNull();
  }
}
