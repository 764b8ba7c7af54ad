package io.listwatch.campaign.tap;

import io.listwatch.campaign.load.CampaignObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Watches by a WebSocket, one text message for each event. */
public final class WebSocketTap extends WatchTap {
  private static final String END = "";
  private static final int PATIENCE_SECONDS = 15;

  private final HttpClient http;
  private volatile @Nullable Messages reading;

  public WebSocketTap(TapSettings settings, PlantedDefect plant, HttpClient http) {
    super(settings, plant);
    this.http = http;
  }

  @Override
  void read(String query, PlantedDefect.Stream plant) throws IOException, InterruptedException {
    var messages = new Messages();
    WebSocket socket = open(query, messages);
    reading = messages;
    try {
      for (String message = messages.next();
          message != null && !isClosed();
          message = messages.next()) {
        plant.accept(message);
      }
    } finally {
      reading = null;
      socket.abort();
    }
  }

  private WebSocket open(String query, Messages messages) throws IOException, InterruptedException {
    URI address = server().address();
    URI target = URI.create("ws://" + address.getAuthority() + CampaignObject.COLLECTION + query);
    try {
      return http.newWebSocketBuilder()
          .header("Origin", address.toString())
          .connectTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
          .buildAsync(target, messages)
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    }
  }

  @Override
  void interruptRead() {
    Messages messages = reading;
    if (messages != null) {
      messages.complete.add(END);
    }
  }

  /** Collects messages from the client's thread. */
  private final class Messages implements WebSocket.Listener {
    private final BlockingQueue<String> complete = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();

    /** Blocks until the next message; null at the end. */
    @Nullable String next() throws InterruptedException {
      while (!isClosed()) {
        String message = complete.poll(1, TimeUnit.SECONDS);
        if (message != null) {
          return message.equals(END) ? null : message;
        }
      }
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        complete.add(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      complete.add(END);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable failure) {
      complete.add(END);
    }
  }
}
