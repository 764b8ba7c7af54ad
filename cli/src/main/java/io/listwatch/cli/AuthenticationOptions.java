package io.listwatch.cli;

import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.FirstAuthenticator;
import io.listwatch.server.auth.SettingsFile;
import io.listwatch.server.auth.TokenAuthenticator;
import io.listwatch.server.auth.TokenFile;
import io.listwatch.server.auth.oidc.AuthenticationFile;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code serve} for the authentication of clients, besides certificates. */
final class AuthenticationOptions {
  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Static tokens, one line for each user: token,user,uid,\"group,group\". Changes take"
              + " effect without a restart.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--anonymous-auth",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "BOOLEAN",
      description =
          "Accept requests without credentials, as system:anonymous; with false they get 401"
              + " (default: true).")
  private @Nullable Boolean anonymous;

  /**
   * Returns an authenticator that tries other authenticators first.
   *
   * @param configuration may restrict anonymous requests
   */
  Authenticator after(
      List<? extends Authenticator> others,
      @Nullable SettingsFile<AuthenticationFile> configuration,
      Timers timers)
      throws IOException {
    var all = new ArrayList<Authenticator>(others);
    if (tokenFile != null) {
      all.add(new TokenAuthenticator(TokenFile.open(tokenFile, timers)));
    }
    return new FirstAuthenticator(all, OidcOptions.anonymous(configuration, anonymous));
  }
}
