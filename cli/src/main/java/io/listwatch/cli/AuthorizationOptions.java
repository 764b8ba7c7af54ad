package io.listwatch.cli;

import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.SettingsFile;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.webhook.AuthorizationFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options for authorization, which kube-apiserver has too. */
final class AuthorizationOptions {
  @Option(
      names = "--authorization-mode",
      paramLabel = "MODE",
      split = ",",
      converter = AuthorizationMode.Converter.class,
      description =
          "Authorization modes, separated by commas; the first one that allows or denies a request"
              + " decides. Node allows what nodes need for their pods, RBAC what roles and bindings"
              + " allow, Webhook what a webhook allows, AlwaysAllow everything, but anonymous"
              + " requests get 401, AlwaysDeny nothing. Members of system:masters may always do"
              + " everything (default: RBAC for serve, AlwaysAllow for kube-apiserver).")
  private List<AuthorizationMode> modes = List.of();

  @Option(
      names = "--authorization-config",
      paramLabel = "FILE",
      description =
          "The authorizers, instead of all other options of this group: an"
              + " AuthorizationConfiguration of apiserver.config.k8s.io/v1.")
  private @Nullable Path file;

  @ArgGroup(validate = false)
  private AuthorizationWebhookOptions webhook = new AuthorizationWebhookOptions();

  /** Returns a configuration with the modes, or with another one if the options are absent. */
  ApiServerConfig applyTo(ApiServerConfig config, AuthorizationMode byDefault) throws IOException {
    if (file != null) {
      AuthorizationSettings settings = read(file);
      return config.with(changes -> changes.authorization(settings));
    }
    List<AuthorizationMode> chosen = modes.isEmpty() ? List.of(byDefault) : modes;
    if (Set.copyOf(chosen).size() < chosen.size()) {
      throw new UsageFailure(
          "--authorization-mode: %s (expected: each mode once)".formatted(chosen));
    }
    var settings = new AuthorizationSettings(modes(chosen));
    ApiServerConfig authorized = config.with(changes -> changes.authorization(settings));
    return chosen.contains(AuthorizationMode.ALWAYS_ALLOW)
        ? withoutAnonymous(authorized)
        : authorized;
  }

  private AuthorizationSettings read(Path configuration) throws IOException {
    if (!modes.isEmpty() || webhook.isGiven()) {
      throw new UsageFailure(
          "--authorization-config can not be specified when --authorization-mode or"
              + " --authorization-webhook-* flags are defined");
    }
    try {
      return AuthorizationSettings.of(SettingsFile.open(configuration, AuthorizationFile::parse));
    } catch (IllegalArgumentException invalid) {
      throw new CommandFailure(
          "--authorization-config: %s: %s".formatted(configuration, invalid.getMessage()), invalid);
    }
  }

  private List<Mode> modes(List<AuthorizationMode> chosen) throws IOException {
    if (!chosen.contains(AuthorizationMode.WEBHOOK)) {
      webhook.requireAbsent();
    }
    var all = new ArrayList<Mode>();
    for (AuthorizationMode each : chosen) {
      all.add(each == AuthorizationMode.WEBHOOK ? webhook.mode() : each.mode());
    }
    return all;
  }

  /** Like kube-apiserver, excludes anonymous users if a mode allows everything. */
  private static ApiServerConfig withoutAnonymous(ApiServerConfig config) {
    return config.with(
        changes ->
            changes.authenticator(
                credentials ->
                    config
                        .authenticator()
                        .authenticate(credentials)
                        .filter(user -> !user.equals(UserInfo.ANONYMOUS))));
  }
}
