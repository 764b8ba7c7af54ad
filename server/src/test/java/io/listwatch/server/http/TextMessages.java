package io.listwatch.server.http;

import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Joins the fragments of text messages. Called by one thread of the client at a time. */
public class TextMessages implements WebSocket.Listener {
  private final Consumer<String> messages;
  private final StringBuilder fragments = new StringBuilder();

  public TextMessages(Consumer<String> messages) {
    this.messages = messages;
  }

  @Override
  public final @Nullable CompletionStage<?> onText(
      WebSocket socket, CharSequence data, boolean last) {
    fragments.append(data);
    if (last) {
      messages.accept(fragments.toString());
      fragments.setLength(0);
    }
    socket.request(1);
    return null;
  }
}
