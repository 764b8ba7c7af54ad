package io.listwatch.server;

import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.RequestAuthenticator;
import io.listwatch.server.auth.SettingsFile;
import io.listwatch.server.auth.SettingsReload;
import io.listwatch.server.auth.oidc.AuthenticationFile;
import io.listwatch.server.auth.oidc.IssuedTokens;
import io.listwatch.server.auth.webhook.TokenWebhook;
import io.listwatch.server.auth.webhook.WebhookTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Wires authentication: the tokens of other issuers, and a webhook that checks tokens. */
final class AuthenticationControl implements AutoCloseable {
  private final ApiServerConfig config;
  private final IssuedTokens issuedTokens;

  /** Null if the issuers do not come from a file. */
  private final @Nullable SettingsReload<AuthenticationFile> issuersReload;

  /** Null if no webhook checks tokens. */
  private final @Nullable WebhookTokens webhookTokens;

  /**
   * @param workers reload the file of issuers when it has changed
   */
  AuthenticationControl(ApiServerConfig config, Executor workers) {
    this.config = config;
    List<String> audiences = config.tokens().audiences();
    this.issuedTokens = new IssuedTokens(config.issuers().list(), audiences, config.timers());
    this.issuersReload = issuersReload(workers);
    TokenWebhook webhook = config.tokenWebhook();
    this.webhookTokens = webhook == null ? null : webhook.tokens(audiences, config.timers());
  }

  private @Nullable SettingsReload<AuthenticationFile> issuersReload(Executor workers) {
    SettingsFile<AuthenticationFile> file = config.issuers().file();
    return file == null
        ? null
        : new SettingsReload<>(
            "authentication",
            file,
            next -> issuedTokens.replace(next.issuers()),
            config.timers(),
            workers,
            config.metrics());
  }

  /**
   * Returns the authenticator of all requests.
   *
   * @param accountTokens the tokens of service accounts, which are tried first
   */
  RequestAuthenticator authenticator(List<BearerTokens> accountTokens) {
    var tokens = new ArrayList<>(accountTokens);
    tokens.add(issuedTokens);
    if (webhookTokens != null) {
      tokens.add(webhookTokens);
    }
    return new RequestAuthenticator(config.authenticator(), tokens, config.tokens().audiences());
  }

  @Override
  public void close() {
    if (issuersReload != null) {
      issuersReload.close();
    }
    issuedTokens.close();
    if (webhookTokens != null) {
      webhookTokens.close();
    }
  }
}
