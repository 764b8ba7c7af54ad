package io.listwatch.campaign.tap;

import io.listwatch.campaign.load.CampaignObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Watches over a WebSocket, one text message for each event. */
public final class WebSocketTap extends WatchTap {
  private static final int BUFFER_BYTES = 16 << 10;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private volatile @Nullable Socket reading;

  public WebSocketTap(TapSettings settings) {
    super(settings, PlantedDefect.NONE);
  }

  @Override
  void read(String query, PlantedDefect.Stream plant) throws IOException {
    int port = server().address().getPort();
    try (var socket = new Socket()) {
      reading = socket;
      // A server sends a bookmark each second, and a paused server continues after a few seconds.
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PATIENCE.toMillis());
      socket
          .getOutputStream()
          .write(WatchResponse.request(CampaignObject.COLLECTION + query, port, true).array());
      var response = new WatchResponse(plant::accept);
      var buffer = new byte[BUFFER_BYTES];
      int count = socket.getInputStream().read(buffer);
      while (count >= 0 && !isClosed() && response.read(ByteBuffer.wrap(buffer, 0, count))) {
        count = socket.getInputStream().read(buffer);
      }
    } finally {
      reading = null;
    }
  }

  @Override
  void interruptRead() throws IOException {
    Socket socket = reading;
    if (socket != null) {
      socket.close();
    }
  }
}
