package io.listwatch.server.auth;

/** A webhook that decides what users may do. The options of the program describe it. */
public final class AuthorizationWebhook {
  private final AuthorizationWebhookSettings settings;

  private AuthorizationWebhook(AuthorizationWebhookSettings settings) {
    this.settings = settings;
  }

  /** Internal: returns the webhook that the options of the program describe. */
  public static AuthorizationWebhook of(AuthorizationWebhookSettings settings) {
    return new AuthorizationWebhook(settings);
  }

  /** Internal: for the server. */
  public AuthorizationWebhookSettings settings() {
    return settings;
  }
}
