package io.listwatch.server.auth.webhook;

import io.listwatch.time.Timers;
import java.util.List;

/** A webhook that checks bearer tokens. The options of the program describe it. */
public final class TokenWebhook {
  private final TokenWebhookSettings settings;

  private TokenWebhook(TokenWebhookSettings settings) {
    this.settings = settings;
  }

  /** Internal: returns the webhook that the options of the program describe. */
  public static TokenWebhook of(TokenWebhookSettings settings) {
    return new TokenWebhook(settings);
  }

  /**
   * Internal: returns the tokens that it checks, which the caller closes.
   *
   * @param audiences of the server
   */
  public WebhookTokens tokens(List<String> audiences, Timers timers) {
    return new WebhookTokens(settings, audiences, timers);
  }
}
