package io.listwatch.server.auth;

/** A webhook authorizer, which the options of the program describe. */
public final class AuthorizationWebhook {
  private final AuthorizationWebhookSettings settings;

  private AuthorizationWebhook(AuthorizationWebhookSettings settings) {
    this.settings = settings;
  }

  /** Internal: returns the webhook that the options of the program describe. */
  public static AuthorizationWebhook of(AuthorizationWebhookSettings settings) {
    return new AuthorizationWebhook(settings);
  }

  /** Internal: returns the settings of the webhook. */
  public AuthorizationWebhookSettings settings() {
    return settings;
  }
}
